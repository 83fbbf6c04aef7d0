// What a JavaScript engine says.
//
// Reads lines "p PATTERN" and "w WORD", both as UTF-8 in hexadecimal, and
// answers each with a line: "ok" or "bad" for a pattern, "1" or "0" for a word
// that the last pattern matches as a whole or not, "?" if it takes too long.
"use strict";

const vm = require ("vm");

const decode = hex => Buffer.from (hex, "hex").toString ("utf8");
const flags = process.argv[2] || "";
let whole = null;
const out = [];

// A pattern matches as a whole if it does so between these two; they must not
// change the numbers of its groups.
function compile (text) {
  try {
    new RegExp (text, flags);
    return new RegExp (`^(?:${text})$`, flags.replace ("m", ""));
  } catch (e) {
    return null;
  }
}

const attempt = new vm.Script ("regexUnderTest.test (wordUnderTest)");

function match (word) {
  globalThis.regexUnderTest = whole;
  globalThis.wordUnderTest = word;
  try {
    return attempt.runInThisContext ({timeout: 300}) ? "1" : "0";
  } catch (e) {
    return "?";
  }
}

for (const line of require ("fs").readFileSync (0, "ascii").split ("\n")) {
  if (!line) continue;
  const text = decode (line.slice (2));
  if (line[0] === "p") {
    whole = compile (text);
    out.push (whole ? "ok" : "bad");
  } else
    out.push (whole ? match (text) : "?");
}
console.log (out.join ("\n"));
