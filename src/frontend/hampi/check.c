/* What must hold before a file means anything, in HAMPI's order and words. One
 * rule is gone: there may be several variables. */
#include <string.h>

#include "frontend/hampi/hampi.h"

hampi_decl *hampi_find (const hampi *h, const char *name) {
  const uint32_t *i = lyre_text_map_find (&h->names, name, strlen (name));
  return i ? &h->decls.data[*i - 1] : NULL;
}

static const char *type_of (const hampi_decl *d) {
  static const char *const names[] = {"STRING_TYPE", "CFG_TYPE", "REG_TYPE",
                                      "STRING_TYPE"};
  return d ? names[d->kind] : "null";
}

static bool is_string (const hampi_decl *d) {
  return d && (d->kind == HAMPI_DECL_VAR || d->kind == HAMPI_DECL_VAL);
}

static void check_names (hampi *h) {
  for (uint32_t i = 0; i < h->decls.len; i++) {
    const hampi_decl *d = &h->decls.data[i];
    uint32_t *slot =
        lyre_text_map_at (&h->mem, &h->names, d->name, strlen (d->name));
    if (*slot)
      hampi_fail (h, d->place, "multiply defined variable %.60s", d->name);
    *slot = i + 1;
  }
}

static void check_nonterminal (hampi *h, const hampi_op *op) {
  const hampi_decl *d = hampi_find (h, op->text);
  if (!d)
    hampi_fail (h, op->place, "undefined nonterminal %.60s", op->text);
  if (d->kind != HAMPI_DECL_CFG)
    hampi_fail (h, op->place, "expected a nonterminal %.60s", op->text);
}

static void check_reg_entry (hampi *h, const hampi_op *op) {
  const hampi_decl *d = op->text ? hampi_find (h, op->text) : NULL;
  if (op->kind == HAMPI_OP_FIX && (!d || d->kind != HAMPI_DECL_CFG))
    hampi_fail (h, op->place, "%.60s not of type CFG_TYPE", op->text);
  if (op->kind == HAMPI_OP_NAME && (!d || d->kind != HAMPI_DECL_REG))
    hampi_fail (h, op->place, "%.60s not of type REG_TYPE", op->text);
}

static void check_val_entry (hampi *h, const hampi_op *op) {
  if (op->kind != HAMPI_OP_NAME && op->kind != HAMPI_OP_CUT)
    return;
  const hampi_decl *d = hampi_find (h, op->text);
  if (!is_string (d))
    hampi_fail (h, op->place,
                d ? "%.60s is not a string" : "undefined variable %.60s",
                op->text);
  if (op->kind == HAMPI_OP_CUT && d->kind == HAMPI_DECL_VAR &&
      (uint64_t) op->lo + op->hi > d->hi)
    hampi_fail (h, op->place, "subsequence cannot end after the variable ends");
}

static bool is_name (hampi_op_kind k) {
  return k == HAMPI_OP_NAME || k == HAMPI_OP_OPT || k == HAMPI_OP_MANY ||
         k == HAMPI_OP_SOME;
}

static void check_entries (hampi *h, hampi_decl_kind kind) {
  for (uint32_t i = 0; i < h->decls.len; i++) {
    const hampi_decl *d = &h->decls.data[i];
    for (uint32_t k = 0; d->kind == kind && k < d->n; k++) {
      const hampi_op *op = &h->ops.data[d->first + k];
      if (kind == HAMPI_DECL_CFG && is_name (op->kind))
        check_nonterminal (h, op);
      else if (kind == HAMPI_DECL_REG)
        check_reg_entry (h, op);
      else if (kind == HAMPI_DECL_VAL)
        check_val_entry (h, op);
    }
  }
}

static void check_in (hampi *h, const hampi_assertion *a) {
  const hampi_decl *l = hampi_find (h, a->left.text);
  const hampi_decl *r = hampi_find (h, a->right.text);
  if (!is_string (l))
    hampi_fail (h, a->left.place,
                "extected string type on left in 'in' but got %s in %.60s in "
                "%.60s",
                type_of (l), a->left.text, a->right.text);
  if (!r || is_string (r))
    hampi_fail (h, a->right.place,
                "extected reg or cfg type on right in 'in' but got %s in "
                "%.60s in %.60s",
                type_of (r), a->left.text, a->right.text);
}

static void check_string (hampi *h, const hampi_op *op, const char *where) {
  const hampi_decl *d = hampi_find (h, op->text);
  if (!d)
    hampi_fail (h, op->place, "undefined variable %.60s in '%s'", op->text,
                where);
  if (!is_string (d))
    hampi_fail (h, op->place, "%.60s is not a string in '%s'", op->text, where);
}

static void check_assertion (hampi *h, const hampi_assertion *a) {
  if (a->kind == HAMPI_IN) {
    check_in (h, a);
    return;
  }
  const char *where = a->kind == HAMPI_CONTAINS ? "contains" : "equals";
  check_string (h, &a->left, where);
  if (a->kind == HAMPI_EQUALS)
    check_string (h, &a->right, where);
}

void hampi_check (hampi *h) {
  bool has_var = false;
  for (uint32_t i = 0; i < h->decls.len; i++)
    has_var = has_var || h->decls.data[i].kind == HAMPI_DECL_VAR;
  if (!has_var)
    hampi_fail (h, h->token.place, "no string variable declared");
  if (!h->assertions.len)
    hampi_fail (h, h->token.place, "at least one assert expected");
  check_names (h);
  check_entries (h, HAMPI_DECL_CFG);
  check_entries (h, HAMPI_DECL_REG);
  for (uint32_t i = 0; i < h->assertions.len; i++)
    check_assertion (h, &h->assertions.data[i]);
  check_entries (h, HAMPI_DECL_VAL);
}
