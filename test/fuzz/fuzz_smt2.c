/* libFuzzer's door to the SMT-LIB front end: any bytes, run as a script.
 *
 * The first byte chooses a mode. Checks are short and memory is bounded, so
 * what is left to find are crashes, leaks and endless loops. */
#include <stdint.h>
#include <string.h>

#include "lyre.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void ignore (void *user, const char *text, size_t len) {
  (void) user, (void) text, (void) len;
}

/* Scripts must not write to files of their choice. */
static bool names_channel (const uint8_t *data, size_t size) {
  static const char word[] = "output-channel";
  return memmem (data, size, word, sizeof word - 1);
}

static void run (lyre_ctx *ctx, unsigned mode, const char *text, size_t len) {
  lyre_smt2 *s = lyre_smt2_new (ctx, ignore, NULL);
  if (!s)
    return;
  lyre_smt2_set_mode (s, mode);
  lyre_smt2_run_text (s, text, len);
  lyre_smt2_delete (s);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  static const unsigned modes[] = {0, LYRE_SMT2_PARSE, LYRE_SMT2_DUMP,
                                   LYRE_SMT2_MODELS};
  if (!size || names_channel (data, size))
    return 0;
  lyre_ctx *ctx = lyre_new ();
  if (!ctx)
    return 0;
  lyre_set_option (ctx, "timeout", "50");
  lyre_set_option (ctx, "total-timeout", "500");
  lyre_set_option (ctx, "memory", "100");
  run (ctx, modes[data[0] & 3], (const char *) data + 1, size - 1);
  lyre_delete (ctx);
  return 0;
}
