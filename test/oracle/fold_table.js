// Writes src/frontend/regex/fold_table.h: which characters are equal when the
// case is ignored, as an ECMAScript engine sees it, without and with flag u.
//
//   node test/oracle/fold_table.js > src/frontend/regex/fold_table.h
"use strict";

// Canonicalize (ch) of ECMA-262 without flag u.
function upper (c) {
  const up = String.fromCharCode (c).toUpperCase ();
  if (up.length !== 1) return c;
  const d = up.charCodeAt (0);
  return c >= 128 && d < 128 ? c : d;
}

// The smallest member of the class of each character, with flag u.
function classes (limit) {
  const parent = new Map ();
  const find = c => { while (parent.has (c)) c = parent.get (c); return c; };
  for (let c = 0; c < limit; c++) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const s = String.fromCodePoint (c);
    const near = [s.toUpperCase (), s.toLowerCase (),
                  s.toUpperCase ().toLowerCase (),
                  s.toLowerCase ().toUpperCase ()];
    for (const t of near.filter (t => [...t].length === 1)) {
      const d = t.codePointAt (0);
      const same = new RegExp (`^\\u{${d.toString (16)}}$`, "iu").test (s);
      const [a, b] = [find (c), find (d)].sort ((x, y) => x - y);
      if (same && a !== b) parent.set (b, a);
    }
  }
  return find;
}

function rows (canonical, limit) {
  const out = [];
  for (let c = 0; c < limit; c++) {
    const delta = canonical (c) - c, last = out[out.length - 1];
    if (!delta) continue;
    const gap = last ? c - last.hi : 0;
    if (last && last.delta === delta &&
        (last.lo === last.hi ? gap <= 2 : gap === last.step)) {
      last.step = gap;
      last.hi = c;
    } else
      out.push ({lo: c, hi: c, step: 1, delta});
  }
  return out;
}

function print (name, table) {
  console.log (`static const fold_row ${name}[] = {`);
  for (const r of table)
    console.log (`    {0x${r.lo.toString (16)}, 0x${r.hi.toString (16)}, ` +
                 `${r.step}, ${r.delta}},`);
  console.log ("};\n");
}

console.log (`/* Made by test/oracle/fold_table.js with Unicode ${process.versions.unicode}.
 *
 * Characters lo, lo + step, ..., hi have the canonical form c + delta; all
 * others are their own. Two characters are the same, but for their case, if
 * their canonical forms are. */
`);
print ("fold_upper", rows (upper, 0x10000));
print ("fold_unicode", rows (classes (0x30000), 0x30000));
