/* Reading a class file.
 *
 * A cursor over the bytes with a sticky error: after the first failure every
 * read gives 0 and changes nothing, so the code reads straight on and looks
 * at the error where it would otherwise loop or index. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "java/classfile/classfile.h"
#include "java/classfile/opcodes.h"

typedef struct {
  const uint8_t *p, *end;
  bool failed;
  char *error;
  lyre_arena *arena;
  jnames *names;
  jclass *cls;
} reader;

__attribute__ ((format (printf, 2, 3))) static void
fail (reader *r, const char *format, ...) {
  if (r->failed)
    return;
  r->failed = true;
  va_list args;
  va_start (args, format);
  vsnprintf (r->error, 200, format, args);
  va_end (args);
}

static bool need (reader *r, size_t n) {
  if (r->failed)
    return false;
  if ((size_t) (r->end - r->p) >= n)
    return true;
  fail (r, "the class file ends too early");
  return false;
}

static uint8_t u1 (reader *r) {
  return need (r, 1) ? *r->p++ : 0;
}

static uint16_t u2 (reader *r) {
  if (!need (r, 2))
    return 0;
  r->p += 2;
  return (uint16_t) (r->p[-2] << 8 | r->p[-1]);
}

static uint32_t u4 (reader *r) {
  uint32_t high = u2 (r);
  return high << 16 | u2 (r);
}

static uint64_t u8 (reader *r) {
  uint64_t high = u4 (r);
  return high << 32 | u4 (r);
}

/* An array of N zeroed elements; N is small, but SIZE * N bytes must be worth
 * it: at least MIN bytes of file per element, so that a short file cannot ask
 * for much memory. */
static void *table (reader *r, size_t n, size_t size, size_t min) {
  if (!need (r, n * min))
    n = 0;
  void *t = lyre_arena_alloc (r->arena, (n + 1) * size);
  memset (t, 0, (n + 1) * size);
  return t;
}

/* ---------------------------------------------------------- constant pool */

static const jcp_entry *entry (reader *r, uint16_t i, jcp_tag tag) {
  static const jcp_entry none = {.text = "", .name = "", .desc = ""};
  if (i < r->cls->n_pool && r->cls->pool[i].tag == tag)
    return &r->cls->pool[i];
  fail (r, "constant pool index %u is not of kind %u", i, tag);
  return &none;
}

static jname utf8_at (reader *r, uint16_t i) {
  const jcp_entry *e = entry (r, i, JCP_UTF8);
  return r->failed ? "" : e->text;
}

static jname utf8_or_null (reader *r, uint16_t i) {
  return i ? utf8_at (r, i) : NULL;
}

static jname class_at (reader *r, uint16_t i) {
  const jcp_entry *e = entry (r, i, JCP_CLASS);
  return r->failed ? "" : e->text;
}

static jname class_or_null (reader *r, uint16_t i) {
  return i ? class_at (r, i) : NULL;
}

/* Modified UTF-8: no zero byte, no four-byte forms, nothing cut off. */
static bool is_modified_utf8 (const uint8_t *s, uint32_t len) {
  for (uint32_t i = 0; i < len;) {
    uint32_t more = s[i] < 0x80 ? 0 : (s[i] & 0xE0) == 0xC0 ? 1 : 2;
    if (!s[i] || s[i] >= 0xF0 || (s[i] & 0xC0) == 0x80 || i + more >= len)
      return false;
    for (uint32_t k = 1; k <= more; k++)
      if ((s[i + k] & 0xC0) != 0x80)
        return false;
    i += more + 1;
  }
  return true;
}

static void read_utf8 (reader *r, jcp_entry *e) {
  uint16_t len = u2 (r);
  if (!need (r, len))
    return;
  if (!is_modified_utf8 (r->p, len)) {
    fail (r, "a constant is not modified UTF-8");
    return;
  }
  e->text = jnames_intern (r->names, (const char *) r->p, len);
  e->len = len;
  r->p += len;
}

/* First pass: raw numbers. Entries may refer forward, so the indices of those
 * that refer are parked in LINKS until all are read. */
typedef struct {
  uint16_t a, b;
} links;

static void read_entry (reader *r, jcp_entry *e, links *l) {
  e->tag = u1 (r);
  switch (e->tag) {
  case JCP_UTF8:
    read_utf8 (r, e);
    return;
  case JCP_INT:
    e->i = (int32_t) u4 (r);
    return;
  case JCP_FLOAT: {
    uint32_t bits = u4 (r);
    memcpy (&e->f, &bits, 4);
    return;
  }
  case JCP_LONG:
    e->l = (int64_t) u8 (r);
    return;
  case JCP_DOUBLE: {
    uint64_t bits = u8 (r);
    memcpy (&e->d, &bits, 8);
    return;
  }
  case JCP_CLASS:
  case JCP_STRING:
  case JCP_METHOD_TYPE:
  case JCP_MODULE:
  case JCP_PACKAGE:
    l->a = u2 (r);
    return;
  case JCP_METHOD_HANDLE:
    e->ref_kind = u1 (r);
    e->ref = u2 (r);
    return;
  case JCP_FIELD:
  case JCP_METHOD:
  case JCP_INTERFACE_METHOD:
  case JCP_NAME_AND_TYPE:
  case JCP_DYNAMIC:
  case JCP_INVOKE_DYNAMIC:
    l->a = u2 (r);
    l->b = u2 (r);
    return;
  default:
    fail (r, "constant pool tag %u is unknown", e->tag);
  }
}

static void link_text (reader *r, jcp_entry *e, const links *l) {
  const jcp_entry *t = entry (r, l->a, JCP_UTF8);
  e->text = r->failed ? "" : t->text;
  e->len = t->len;
}

static void link_name_and_type (reader *r, jcp_entry *e, const links *all,
                                uint16_t i) {
  entry (r, i, JCP_NAME_AND_TYPE);
  if (r->failed)
    return;
  e->name = utf8_at (r, all[i].a);
  e->desc = utf8_at (r, all[i].b);
}

static void check_member (reader *r, const jcp_entry *e, bool is_field) {
  jsignature unused;
  if (r->failed)
    return;
  if (is_field ? !jdesc_is_field (e->desc)
               : !jsignature_parse (r->arena, r->names, e->desc, &unused))
    fail (r, "malformed descriptor %.80s", e->desc);
}

static void link_entry (reader *r, uint16_t i, const links *all) {
  jcp_entry *e = &r->cls->pool[i];
  const links *l = &all[i];
  switch (e->tag) {
  case JCP_CLASS:
  case JCP_STRING:
  case JCP_METHOD_TYPE:
    link_text (r, e, l);
    break;
  case JCP_NAME_AND_TYPE:
    link_name_and_type (r, e, all, i);
    break;
  case JCP_FIELD:
  case JCP_METHOD:
  case JCP_INTERFACE_METHOD: {
    entry (r, l->a, JCP_CLASS);
    if (r->failed)
      return;
    e->owner = utf8_at (r, all[l->a].a);
    link_name_and_type (r, e, all, l->b);
    check_member (r, e, e->tag == JCP_FIELD);
    break;
  }
  case JCP_DYNAMIC:
  case JCP_INVOKE_DYNAMIC:
    e->ref = l->a;
    link_name_and_type (r, e, all, l->b);
    check_member (r, e, e->tag == JCP_DYNAMIC);
    break;
  default:
    break;
  }
}

static bool is_member_tag (uint8_t tag) {
  return tag == JCP_FIELD || tag == JCP_METHOD || tag == JCP_INTERFACE_METHOD;
}

static void check_handles (reader *r) {
  for (uint16_t i = 1; i < r->cls->n_pool && !r->failed; i++) {
    const jcp_entry *e = &r->cls->pool[i];
    if (e->tag == JCP_METHOD_HANDLE &&
        (e->ref >= r->cls->n_pool ||
         !is_member_tag (r->cls->pool[e->ref].tag) || e->ref_kind < 1 ||
         e->ref_kind > 9 ||
         (e->ref_kind <= JREF_PUT_STATIC) !=
             (r->cls->pool[e->ref].tag == JCP_FIELD)))
      fail (r, "constant %u is no method handle", i);
  }
}

static void read_pool (reader *r) {
  uint16_t n = u2 (r);
  r->cls->pool = table (r, n, sizeof (jcp_entry), 1);
  links *all = table (r, n, sizeof (links), 1);
  if (r->failed)
    return;
  r->cls->n_pool = n;
  for (uint16_t i = 1; i < n && !r->failed; i++) {
    read_entry (r, &r->cls->pool[i], &all[i]);
    if (r->cls->pool[i].tag == JCP_LONG || r->cls->pool[i].tag == JCP_DOUBLE)
      i++;
  }
  for (uint16_t i = 1; i < n && !r->failed; i++)
    link_entry (r, i, all);
  check_handles (r);
}

/* ------------------------------------------------------------- attributes */

/* One attribute: its name, and a reader confined to its bytes. */
static jname open_attribute (reader *r, reader *inner) {
  jname name = utf8_at (r, u2 (r));
  uint32_t len = u4 (r);
  *inner = *r;
  if (!need (r, len))
    return "";
  inner->end = r->p + len;
  r->p += len;
  return name;
}

/* After looking at an attribute: its failure is ours. */
static void close_attribute (reader *r, const reader *inner) {
  r->failed |= inner->failed;
}

static void read_throws (reader *r, jmethod *m) {
  uint16_t n = u2 (r);
  jname *t = table (r, n, sizeof *t, 2);
  for (uint16_t i = 0; i < n && !r->failed; i++)
    t[i] = class_at (r, u2 (r));
  m->throws = t;
  m->n_throws = r->failed ? 0 : n;
}

static void read_parameters (reader *r, jmethod *m) {
  uint8_t n = u1 (r);
  if (n != m->sig.n_params)
    return; /* allowed to be wrong: it is for information */
  jname *t = table (r, n, sizeof *t, 4);
  for (uint8_t i = 0; i < n && !r->failed; i++) {
    t[i] = utf8_or_null (r, u2 (r));
    u2 (r);
  }
  if (!r->failed)
    m->param_names = t;
}

static int by_pc (const void *a, const void *b) {
  return ((const jline *) a)->pc - ((const jline *) b)->pc;
}

/* Insertion, because the tables are nearly always sorted already. */
static void sort_lines (jline *t, uint32_t n) {
  for (uint32_t i = 1; i < n; i++)
    for (uint32_t k = i; k && by_pc (&t[k - 1], &t[k]) > 0; k--) {
      jline swap = t[k];
      t[k] = t[k - 1];
      t[k - 1] = swap;
    }
}

/* There may be several tables; they are joined. */
static void read_lines (reader *r, jmethod *m) {
  uint16_t n = u2 (r), old = m->n_lines;
  if ((uint32_t) n + old > UINT16_MAX)
    return;
  jline *t = table (r, (size_t) n, sizeof *t, 4);
  if (old) {
    t = lyre_arena_array (r->arena, jline, (size_t) n + old);
    memcpy (t, m->lines, old * sizeof *t);
  }
  for (uint32_t i = 0; i < n && !r->failed; i++) {
    t[old + i].pc = u2 (r);
    t[old + i].line = u2 (r);
  }
  if (r->failed)
    return;
  sort_lines (t, (uint32_t) n + old);
  m->lines = t;
  m->n_lines = (uint16_t) (n + old);
}

static void read_locals (reader *r, jmethod *m) {
  uint16_t n = u2 (r);
  if (m->n_locals)
    return;
  jlocal *t = table (r, n, sizeof *t, 10);
  for (uint16_t i = 0; i < n && !r->failed; i++) {
    t[i].start = u2 (r);
    t[i].len = u2 (r);
    t[i].name = utf8_at (r, u2 (r));
    t[i].desc = utf8_at (r, u2 (r));
    t[i].slot = u2 (r);
  }
  m->locals = t;
  m->n_locals = r->failed ? 0 : n;
}

/* -------------------------------------------------------------------- code */

static int32_t s4 (const uint8_t *p) {
  return (int32_t) ((uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 |
                    (uint32_t) p[2] << 8 | p[3]);
}

static uint32_t switch_length (const uint8_t *code, uint32_t len, uint32_t pc) {
  uint32_t at = (pc + 4) & ~3u;
  bool is_table = code[pc] == OP_tableswitch;
  if (at + (is_table ? 12u : 8u) > len)
    return 0;
  int64_t n = is_table ? (int64_t) s4 (code + at + 8) - s4 (code + at + 4) + 1
                       : s4 (code + at + 4);
  int64_t bytes = is_table ? 12 + 4 * n : 8 + 8 * n;
  if (n < 0 || at + bytes > len)
    return 0;
  return (uint32_t) (at + bytes) - pc;
}

uint32_t jcode_length (const uint8_t *code, uint32_t len, uint32_t pc) {
  uint8_t op = code[pc];
  uint32_t n;
  if (op == OP_tableswitch || op == OP_lookupswitch)
    return switch_length (code, len, pc);
  if (op == OP_wide)
    n = pc + 1 >= len ? 0 : code[pc + 1] == OP_iinc ? 6 : 4;
  else
    n = op < OP_COUNT ? jopcodes[op].len : 0;
  return pc + n <= len ? n : 0;
}

typedef struct {
  reader *r;
  jmethod *m;
  uint8_t *starts; /* bit per pc: does an instruction begin here? */
} checker;

static bool starts_at (const checker *c, int64_t pc) {
  return pc >= 0 && pc < c->m->code_len && c->starts[pc >> 3] >> (pc & 7) & 1;
}

static void check_target (checker *c, uint32_t pc, int32_t offset) {
  if (!starts_at (c, (int64_t) pc + offset))
    fail (c->r, "%s: the branch at %u leads nowhere", c->m->name, pc);
}

static void check_local (checker *c, uint32_t slot, bool is_wide) {
  if (slot + is_wide >= c->m->max_locals)
    fail (c->r, "%s: local variable %u does not exist", c->m->name, slot);
}

static uint32_t code_u2 (const checker *c, uint32_t pc) {
  return (uint32_t) (c->m->code[pc] << 8 | c->m->code[pc + 1]);
}

static uint8_t tag_at (const checker *c, uint32_t i) {
  return i < c->r->cls->n_pool ? c->r->cls->pool[i].tag : JCP_NONE;
}

static void check_pool_operand (checker *c, uint8_t op, uint32_t i) {
  uint8_t tag = tag_at (c, i);
  bool ok;
  switch (op) {
  case OP_ldc:
  case OP_ldc_w:
    ok = tag == JCP_INT || tag == JCP_FLOAT || tag == JCP_STRING ||
         tag == JCP_CLASS || tag == JCP_METHOD_TYPE ||
         tag == JCP_METHOD_HANDLE || tag == JCP_DYNAMIC;
    break;
  case OP_ldc2_w:
    ok = tag == JCP_LONG || tag == JCP_DOUBLE || tag == JCP_DYNAMIC;
    break;
  case OP_getstatic:
  case OP_putstatic:
  case OP_getfield:
  case OP_putfield:
    ok = tag == JCP_FIELD;
    break;
  case OP_invokevirtual:
  case OP_invokespecial:
  case OP_invokestatic:
  case OP_invokeinterface:
    ok = tag == JCP_METHOD || tag == JCP_INTERFACE_METHOD;
    break;
  case OP_invokedynamic:
    ok = tag == JCP_INVOKE_DYNAMIC;
    break;
  default:
    ok = tag == JCP_CLASS;
    break;
  }
  if (!ok)
    fail (c->r, "%s: constant %u does not fit the instruction %s", c->m->name,
          i, jopcodes[op].name);
}

static void check_switch (checker *c, uint32_t pc) {
  const uint8_t *code = c->m->code;
  uint32_t at = (pc + 4) & ~3u,
           end = pc + jcode_length (code, c->m->code_len, pc);
  bool is_table = code[pc] == OP_tableswitch;
  check_target (c, pc, s4 (code + at));
  for (uint32_t p = at + 12; p + 4 <= end; p += is_table ? 4 : 8)
    check_target (c, pc, s4 (code + p));
}

static void check_instruction (checker *c, uint32_t pc) {
  const uint8_t *code = c->m->code;
  uint8_t op = code[pc];
  switch (jopcodes[op].operand) {
  case OPERAND_LOCAL:
    check_local (c, code[pc + 1], jopcodes[op].is_two);
    break;
  case OPERAND_LOCAL_N:
    check_local (c, jopcodes[op].n, jopcodes[op].is_two);
    break;
  case OPERAND_POOL1:
    check_pool_operand (c, op, code[pc + 1]);
    break;
  case OPERAND_POOL2:
    check_pool_operand (c, op, code_u2 (c, pc + 1));
    break;
  case OPERAND_BRANCH2:
    check_target (c, pc, (int16_t) code_u2 (c, pc + 1));
    break;
  case OPERAND_BRANCH4:
    check_target (c, pc, s4 (code + pc + 1));
    break;
  case OPERAND_SWITCH:
    check_switch (c, pc);
    break;
  case OPERAND_WIDE: {
    uint8_t inner = code[pc + 1];
    if (inner >= OP_COUNT || jopcodes[inner].operand != OPERAND_LOCAL)
      fail (c->r, "%s: wide before something else at %u", c->m->name, pc);
    else
      check_local (c, code_u2 (c, pc + 2), jopcodes[inner].is_two);
    break;
  }
  default:
    break;
  }
}

static void check_handlers (checker *c) {
  for (uint32_t i = 0; i < c->m->n_handlers; i++) {
    const jhandler *h = &c->m->handlers[i];
    if (h->start >= h->end || h->end > c->m->code_len ||
        !starts_at (c, h->handler))
      fail (c->r, "%s: exception handler %u is out of place", c->m->name, i);
    if (h->type)
      entry (c->r, h->type, JCP_CLASS);
  }
}

static void check_code (reader *r, jmethod *m) {
  checker c = {r, m, table (r, m->code_len / 8 + 1, 1, 0)};
  uint32_t pc = 0;
  while (pc < m->code_len) {
    uint32_t n = jcode_length (m->code, m->code_len, pc);
    if (!n) {
      fail (r, "%s: bad instruction %u at %u", m->name, m->code[pc], pc);
      return;
    }
    c.starts[pc >> 3] |= (uint8_t) (1 << (pc & 7));
    pc += n;
  }
  for (pc = 0; pc < m->code_len && !r->failed;
       pc += jcode_length (m->code, m->code_len, pc))
    check_instruction (&c, pc);
  if (!r->failed)
    check_handlers (&c);
}

static void read_handler (reader *r, jhandler *h) {
  h->start = u2 (r);
  h->end = u2 (r);
  h->handler = u2 (r);
  h->type = u2 (r);
}

static void read_code (reader *r, jmethod *m) {
  m->max_stack = u2 (r);
  m->max_locals = u2 (r);
  uint32_t len = u4 (r);
  if (!need (r, len) || !len || len > UINT16_MAX) {
    fail (r, "%s: code of %u bytes", m->name, len);
    return;
  }
  uint8_t *code = lyre_arena_alloc (r->arena, len);
  memcpy (code, r->p, len);
  r->p += len;
  m->code = code;
  m->code_len = len;
  uint16_t n = u2 (r);
  jhandler *h = table (r, n, sizeof *h, 8);
  for (uint16_t i = 0; i < n && !r->failed; i++)
    read_handler (r, &h[i]);
  m->handlers = h;
  m->n_handlers = r->failed ? 0 : n;
  for (uint16_t k = u2 (r); k && !r->failed; k--) {
    reader inner;
    jname name = open_attribute (r, &inner);
    if (r->failed)
      break;
    if (!strcmp (name, "LineNumberTable"))
      read_lines (&inner, m);
    else if (!strcmp (name, "LocalVariableTable"))
      read_locals (&inner, m);
    close_attribute (r, &inner);
  }
  uint32_t slots = m->sig.n_slots + (m->access & JACC_STATIC ? 0 : 1);
  if (slots > m->max_locals)
    fail (r, "%s: %u locals cannot hold its parameters", m->name,
          m->max_locals);
  if (!r->failed)
    check_code (r, m);
}

/* --------------------------------------------------------------- members */

static void read_field (reader *r, jfield *f) {
  f->owner = r->cls;
  f->access = u2 (r);
  f->name = utf8_at (r, u2 (r));
  f->desc = utf8_at (r, u2 (r));
  if (!r->failed && !jdesc_is_field (f->desc))
    fail (r, "field %s has the malformed descriptor %.80s", f->name, f->desc);
  f->kind = *f->desc == '[' ? 'L' : *f->desc;
  for (uint16_t k = u2 (r); k && !r->failed; k--) {
    reader inner;
    jname name = open_attribute (r, &inner);
    if (r->failed)
      break;
    if (!strcmp (name, "ConstantValue")) {
      f->constant = u2 (&inner);
      if (f->constant >= r->cls->n_pool)
        fail (&inner, "field %s has no constant value", f->name);
    } else if (!strcmp (name, "Signature"))
      f->generic = utf8_at (&inner, u2 (&inner));
    close_attribute (r, &inner);
  }
}

static void read_method_attributes (reader *r, jmethod *m) {
  for (uint16_t k = u2 (r); k && !r->failed; k--) {
    reader inner;
    jname name = open_attribute (r, &inner);
    if (r->failed)
      break;
    if (!strcmp (name, "Code") && !m->code)
      read_code (&inner, m);
    else if (!strcmp (name, "Exceptions"))
      read_throws (&inner, m);
    else if (!strcmp (name, "MethodParameters"))
      read_parameters (&inner, m);
    else if (!strcmp (name, "Signature"))
      m->generic = utf8_at (&inner, u2 (&inner));
    close_attribute (r, &inner);
  }
}

static void read_method (reader *r, jmethod *m) {
  m->owner = r->cls;
  m->access = u2 (r);
  m->name = utf8_at (r, u2 (r));
  m->desc = utf8_at (r, u2 (r));
  if (!r->failed && !jsignature_parse (r->arena, r->names, m->desc, &m->sig))
    fail (r, "method %s has the malformed descriptor %.80s", m->name, m->desc);
  if (!r->failed)
    read_method_attributes (r, m);
  bool wants_code = !(m->access & (JACC_ABSTRACT | JACC_NATIVE));
  if (!r->failed && wants_code != (m->code_len > 0))
    fail (r, "method %s %s code", m->name, wants_code ? "lacks" : "has");
}

static void read_members (reader *r) {
  jclass *c = r->cls;
  uint16_t n = u2 (r);
  c->fields = table (r, n, sizeof *c->fields, 8);
  for (uint16_t i = 0; i < n && !r->failed; i++)
    read_field (r, &c->fields[i]);
  c->n_fields = n;
  n = u2 (r);
  c->methods = table (r, n, sizeof *c->methods, 8);
  for (uint16_t i = 0; i < n && !r->failed; i++)
    read_method (r, &c->methods[i]);
  c->n_methods = n;
}

/* ------------------------------------------------------- class attributes */

static void read_bootstraps (reader *r) {
  uint16_t n = u2 (r);
  jbootstrap *t = table (r, n, sizeof *t, 4);
  for (uint16_t i = 0; i < n && !r->failed; i++) {
    t[i].handle = u2 (r);
    entry (r, t[i].handle, JCP_METHOD_HANDLE);
    t[i].n_args = u2 (r);
    uint16_t *args = table (r, t[i].n_args, sizeof *args, 2);
    for (uint16_t k = 0; k < t[i].n_args && !r->failed; k++)
      if ((args[k] = u2 (r)) >= r->cls->n_pool)
        fail (r, "bootstrap argument %u is out of range", args[k]);
    t[i].args = args;
  }
  r->cls->bootstraps = t;
  r->cls->n_bootstraps = r->failed ? 0 : n;
}

static void read_record (reader *r) {
  uint16_t n = u2 (r);
  jcomponent *t = table (r, n, sizeof *t, 6);
  for (uint16_t i = 0; i < n && !r->failed; i++) {
    t[i].name = utf8_at (r, u2 (r));
    t[i].desc = utf8_at (r, u2 (r));
    for (uint16_t k = u2 (r); k && !r->failed; k--) {
      reader inner;
      jname name = open_attribute (r, &inner);
      if (!r->failed && !strcmp (name, "Signature"))
        t[i].generic = utf8_at (&inner, u2 (&inner));
      close_attribute (r, &inner);
    }
  }
  r->cls->components = t;
  r->cls->n_components = r->failed ? 0 : n;
  r->cls->is_record = true;
}

static void read_inner (reader *r) {
  uint16_t n = u2 (r);
  jinner *t = table (r, n, sizeof *t, 8);
  for (uint16_t i = 0; i < n && !r->failed; i++) {
    t[i].inner = class_at (r, u2 (r));
    t[i].outer = class_or_null (r, u2 (r));
    t[i].simple = utf8_or_null (r, u2 (r));
    t[i].access = u2 (r);
  }
  r->cls->inner = t;
  r->cls->n_inner = r->failed ? 0 : n;
}

static void read_class_attributes (reader *r) {
  for (uint16_t k = u2 (r); k && !r->failed; k--) {
    reader inner;
    jname name = open_attribute (r, &inner);
    if (r->failed)
      break;
    if (!strcmp (name, "SourceFile"))
      r->cls->source_file = utf8_at (&inner, u2 (&inner));
    else if (!strcmp (name, "BootstrapMethods"))
      read_bootstraps (&inner);
    else if (!strcmp (name, "Record"))
      read_record (&inner);
    else if (!strcmp (name, "InnerClasses"))
      read_inner (&inner);
    else if (!strcmp (name, "NestHost"))
      r->cls->nest_host = class_at (&inner, u2 (&inner));
    else if (!strcmp (name, "EnclosingMethod"))
      r->cls->enclosing_class = class_at (&inner, u2 (&inner));
    else if (!strcmp (name, "Signature"))
      r->cls->generic = utf8_at (&inner, u2 (&inner));
    close_attribute (r, &inner);
  }
}

static void check_dynamic (reader *r) {
  for (uint16_t i = 1; i < r->cls->n_pool && !r->failed; i++) {
    const jcp_entry *e = &r->cls->pool[i];
    if ((e->tag == JCP_INVOKE_DYNAMIC || e->tag == JCP_DYNAMIC) &&
        e->ref >= r->cls->n_bootstraps)
      fail (r, "constant %u names a bootstrap method that is not there", i);
  }
}

static void read_header (reader *r) {
  if (u4 (r) != 0xCAFEBABE)
    fail (r, "not a class file");
  u2 (r);
  r->cls->major = u2 (r);
  if (!r->failed && (r->cls->major < 45 || r->cls->major > 69))
    fail (r, "class file version %u: Java 1.1 to 25 is understood",
          r->cls->major);
}

static void read_class (reader *r) {
  jclass *c = r->cls;
  read_header (r);
  read_pool (r);
  c->access = u2 (r);
  c->name = class_at (r, u2 (r));
  c->super_name = class_or_null (r, u2 (r));
  uint16_t n = u2 (r);
  jname *t = table (r, n, sizeof *t, 2);
  for (uint16_t i = 0; i < n && !r->failed; i++)
    t[i] = class_at (r, u2 (r));
  c->interface_names = t;
  c->n_interfaces = r->failed ? 0 : n;
  read_members (r);
  read_class_attributes (r);
  check_dynamic (r);
  if (!r->failed && !*c->name)
    fail (r, "the class has no name");
}

jclass *jclass_parse (lyre_arena *arena, jnames *names, const uint8_t *bytes,
                      size_t len, char error[200]) {
  jclass *c = lyre_arena_new (arena, jclass);
  memset (c, 0, sizeof *c);
  reader r = {.p = bytes,
              .end = bytes + len,
              .error = error,
              .arena = arena,
              .names = names,
              .cls = c};
  error[0] = 0;
  read_class (&r);
  return r.failed ? NULL : c;
}
