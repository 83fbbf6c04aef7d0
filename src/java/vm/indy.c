/* invokedynamic: what the bootstrap methods of javac would have made.
 *
 * A call site is linked once: the bootstrap method is recognised by name, and
 * what it would build is described by a jindy in the constant pool entry. */
#include <stdio.h>
#include <string.h>

#include "java/vm/indy.h"

/* ----------------------------------------------------------------- linking */

static bool links_to (const jcp_entry *m, const char *owner, const char *name) {
  return !strcmp (m->owner, owner) && !strcmp (m->name, name);
}

static const jcp_entry *argument (const jclass *c, const jbootstrap *b,
                                  uint32_t i, jcp_tag tag) {
  if (i >= b->n_args)
    return NULL;
  const jcp_entry *e = &c->pool[b->args[i]];
  return e->tag == tag ? e : NULL;
}

static jindy *new_indy (jvm *vm, jindy_kind kind, const jcp_entry *e) {
  jindy *d = lyre_arena_new (&vm->arena, jindy);
  memset (d, 0, sizeof *d);
  d->kind = kind;
  d->desc = e->desc;
  jsignature_parse (&vm->arena, vm->names, e->desc, &d->sig);
  return d;
}

/* Without constants every argument is simply shown: recipe "\1\1\1". */
static jtext *plain_recipe (jvm *vm, uint32_t n) {
  jtext *t = jtext_new (vm->mem, NULL, 0);
  static const uint16_t mark = 1;
  while (n--)
    jtext_append (vm->mem, &t, &mark, 1);
  return t;
}

jindy *jindy_concat (jvm *vm, const jcp_entry *e, const char *recipe,
                     size_t len) {
  jindy *d = new_indy (vm, JINDY_CONCAT, e);
  jtext *t = recipe ? jtext_from_utf8 (vm->mem, recipe, len)
                    : plain_recipe (vm, d->sig.n_params);
  uint16_t *units = lyre_arena_array (&vm->arena, uint16_t, t->len + 1u);
  memcpy (units, t->units, t->len * sizeof *units);
  d->recipe = units;
  d->recipe_len = t->len;
  jtext_drop (vm->mem, t);
  return d;
}

static jindy *link_concat (jvm *vm, jclass *c, const jcp_entry *e,
                           const jbootstrap *b) {
  const jcp_entry *recipe = argument (c, b, 0, JCP_STRING);
  jindy *d = jindy_concat (vm, e, recipe ? recipe->text : NULL,
                           recipe ? recipe->len : 0);
  d->in = c;
  d->bootstrap = b;
  return d;
}

/* The interface, and what the flags of altMetafactory add to it: 1 makes the
 * lambda serialisable, 2 is followed by a number of classes. */
static uint16_t lambda_interfaces (jvm *vm, const jclass *in,
                                   const jbootstrap *b, const jclass *iface,
                                   const jname **list) {
  const jcp_entry *flags = argument (in, b, 3, JCP_INT);
  const jcp_entry *more =
      flags && flags->i & 2 ? argument (in, b, 4, JCP_INT) : NULL;
  uint32_t n = 1, extra = more && more->i > 0 ? (uint32_t) more->i : 0;
  if (extra > b->n_args)
    extra = 0;
  jname *names = lyre_arena_array (&vm->arena, jname, extra + 2);
  names[0] = iface->name;
  if (flags && flags->i & 1)
    names[n++] = jnames_text (vm->names, "java/io/Serializable");
  for (uint32_t i = 0; i < extra; i++) {
    const jcp_entry *c = argument (in, b, 5 + i, JCP_CLASS);
    if (c)
      names[n++] = c->text;
  }
  *list = names;
  return (uint16_t) n;
}

static jclass *lambda_class (jvm *vm, jclass *in, const jbootstrap *b,
                             jclass *iface, jlambda *l) {
  char name[400];
  snprintf (name, sizeof name, "%.350s$$Lambda$%u", in->name,
            ++vm->tables->n_lambdas);
  jclass *c = lyre_arena_new (&vm->arena, jclass);
  memset (c, 0, sizeof *c);
  c->name = jnames_text (vm->names, name);
  c->super_name = jnames_text (vm->names, "java/lang/Object");
  c->access = JACC_FINAL | JACC_SYNTHETIC;
  c->n_interfaces = lambda_interfaces (vm, in, b, iface, &c->interface_names);
  c->origin = JORIGIN_BUILTIN;
  c->lambda = l;
  jloader_define (vm->loader, c);
  if (!jvm_link (vm, c))
    return NULL;
  c->n_slots = l->n_captured;
  c->slot_fields = NULL; /* they have no names */
  return c;
}

static jindy *link_lambda (jvm *vm, jclass *c, const jcp_entry *e,
                           const jbootstrap *b) {
  const jcp_entry *erased = argument (c, b, 0, JCP_METHOD_TYPE);
  const jcp_entry *handle = argument (c, b, 1, JCP_METHOD_HANDLE);
  const jcp_entry *exact = argument (c, b, 2, JCP_METHOD_TYPE);
  jindy *d = new_indy (vm, JINDY_LAMBDA, e);
  jclass *iface = jvm_class_of_desc (vm, d->sig.ret_type);
  if (!erased || !handle || !exact || !iface)
    return NULL;
  jlambda *l = lyre_arena_new (&vm->arena, jlambda);
  memset (l, 0, sizeof *l);
  const jcp_entry *target = &c->pool[handle->ref];
  l->name = e->name;
  l->ref_kind = handle->ref_kind;
  l->n_captured = d->sig.n_params;
  l->captured = d->sig.kinds;
  l->in = c;
  l->target = handle->ref;
  if (target->tag == JCP_FIELD ||
      !jsignature_parse (&vm->arena, vm->names, erased->text, &l->erased) ||
      !jsignature_parse (&vm->arena, vm->names, exact->text, &l->exact))
    return NULL;
  d->cls = lambda_class (vm, c, b, iface, l);
  return d->cls ? d : NULL;
}

static jindy *link_record (jvm *vm, jclass *c, const jcp_entry *e) {
  jindy *d = new_indy (vm, JINDY_METHOD, e);
  d->method = jvm_record_method (vm, c, e->name, e->desc);
  return d->method ? d : NULL;
}

static jindy *link_switch (jvm *vm, jclass *c, const jcp_entry *e,
                           const jbootstrap *b, jindy_kind kind) {
  jindy *d = new_indy (vm, kind, e);
  d->in = c;
  d->bootstrap = b;
  return d;
}

static jindy *link_site (jvm *vm, jclass *c, const jcp_entry *e) {
  const jbootstrap *b = &c->bootstraps[e->ref];
  const jcp_entry *m = &c->pool[c->pool[b->handle].ref];
  if (links_to (m, "java/lang/invoke/StringConcatFactory",
                "makeConcatWithConstants") ||
      links_to (m, "java/lang/invoke/StringConcatFactory", "makeConcat"))
    return link_concat (vm, c, e, b);
  if (links_to (m, "java/lang/invoke/LambdaMetafactory", "metafactory") ||
      links_to (m, "java/lang/invoke/LambdaMetafactory", "altMetafactory"))
    return link_lambda (vm, c, e, b);
  if (links_to (m, "java/lang/runtime/ObjectMethods", "bootstrap"))
    return link_record (vm, c, e);
  if (links_to (m, "java/lang/runtime/SwitchBootstraps", "typeSwitch"))
    return link_switch (vm, c, e, b, JINDY_TYPE_SWITCH);
  if (links_to (m, "java/lang/runtime/SwitchBootstraps", "enumSwitch"))
    return link_switch (vm, c, e, b, JINDY_ENUM_SWITCH);
  return NULL;
}

/* ----------------------------------------------------------- concatenation */

typedef struct {
  jtext *units;   /* concrete so far, since the last term */
  lyre_term term; /* everything before; 0: nothing */
} joined;

static void flush (jvm *vm, joined *j) {
  if (!j->units->len)
    return;
  lyre_term t = jvm_text_term (
      vm, (jstr){.units = j->units->units, .len = j->units->len});
  j->term = j->term.id ? jt2 (vm, LYRE_STR_CONCAT, j->term, t) : t;
  j->units->len = 0;
}

static void join (jvm *vm, joined *j, jstr s) {
  if (s.units) {
    jtext_append (vm->mem, &j->units, s.units, s.len);
    return;
  }
  flush (vm, j);
  j->term = j->term.id ? jt2 (vm, LYRE_STR_CONCAT, j->term, s.term) : s.term;
}

static jref joined_string (jvm *vm, jstate *st, joined *j) {
  if (j->term.id)
    flush (vm, j);
  jstr s = {.term = j->term};
  if (!s.term.id)
    s = (jstr){.units = j->units->units, .len = j->units->len};
  return jvm_new_string (vm, st, s);
}

/* A constant of the recipe, "\2": a String, or a number as text. */
static void join_constant (jvm *vm, jstate *st, joined *j, const jindy *d,
                           uint32_t i) {
  const jcp_entry *e =
      i < d->bootstrap->n_args ? &d->in->pool[d->bootstrap->args[i]] : NULL;
  char number[32];
  jtext *t = NULL;
  if (e && e->tag == JCP_STRING)
    t = jtext_from_utf8 (vm->mem, e->text, e->len);
  else if (e && e->tag == JCP_INT) {
    int n = snprintf (number, sizeof number, "%d", e->i);
    t = jtext_from_utf8 (vm->mem, number, (size_t) n);
  } else {
    jvm_end (st, JEND_UNSUPPORTED, "a constant in a string concatenation");
    return;
  }
  join (vm, j, (jstr){.units = t->units, .len = t->len});
  jtext_drop (vm->mem, t);
}

/* All arguments as texts first; false if a toString has to run. */
static bool show_arguments (jvm *vm, jstate *st, const jindy *d, jstr *shown) {
  uint32_t n = d->sig.n_params;
  for (uint32_t i = 0; i < n; i++) {
    const jframe *f = st->top;
    uint32_t at = f->sp - n + i;
    jval v = f->v[f->m->max_locals + at];
    if (!jvm_to_text (vm, st, v, d->sig.kinds[i], (int) at, &shown[i]))
      return false;
  }
  return true;
}

static void concat (jvm *vm, jstate *st, const jindy *d, const jsite *site) {
  jstr shown[256];
  if (!show_arguments (vm, st, d, shown))
    return;
  joined j = {.units = jtext_new (vm->mem, NULL, 0)};
  uint32_t arg = 0, constant = 1;
  for (uint32_t i = 0; i < d->recipe_len && !st->end; i++) {
    if (d->recipe[i] == 1 && arg < d->sig.n_params)
      join (vm, &j, shown[arg++]);
    else if (d->recipe[i] == 2)
      join_constant (vm, st, &j, d, constant++);
    else
      jtext_append (vm->mem, &j.units, &d->recipe[i], 1);
  }
  jref r = joined_string (vm, st, &j);
  jtext_drop (vm->mem, j.units);
  jvm_deliver (vm, st, site, jobj (r));
}

/* ----------------------------------------------------------------- lambdas */

static void make_lambda (jvm *vm, jstate *st, const jindy *d,
                         const jsite *site) {
  const jframe *f = st->top;
  uint32_t n = d->sig.n_params;
  jobject *o = jobject_new (vm->mem, JOBJ_PLAIN, d->cls, n);
  for (uint32_t i = 0; i < n; i++)
    o->slots[i] = f->v[f->m->max_locals + f->sp - n + i];
  jvm_deliver (vm, st, site, jobj (jstate_add (&vm->heap, st, o)));
}

bool jlambda_answers (const jclass *c, const jmethod *called) {
  return c->lambda && called->access & JACC_ABSTRACT &&
         called->name == c->lambda->name &&
         called->sig.n_params == c->lambda->erased.n_params;
}

/* The kind that the target wants for its argument I, receiver included. */
static char wanted_kind (const jmethod *m, bool has_receiver, uint32_t i) {
  if (has_receiver)
    return i ? m->sig.kinds[i - 1] : 'L';
  return m->sig.kinds[i];
}

static uint32_t gather (jvm *vm, jstate *st, jref self, const jlambda *l,
                        const jmethod *m, bool has_receiver, const jval *args,
                        uint32_t n, jval *all) {
  const jobject *o = jstate_object (&vm->heap, st, self);
  uint32_t want = m->sig.n_params + has_receiver, k = 0;
  for (uint32_t i = 0; i < l->n_captured && k < want; i++)
    all[k++] = o->slots[i];
  for (uint32_t i = 1; i < n && k < want; i++) {
    char from = l->exact.kinds[i - 1];
    all[k] =
        jvm_adapt (vm, st, args[i], from, wanted_kind (m, has_receiver, k));
    k++;
  }
  return k;
}

void jvm_invoke_lambda (jvm *vm, jstate *st, jref self, jmethod *called,
                        const jval *args, uint32_t n, const jsite *outer) {
  const jlambda *l = jvm_object (vm, st, self)->cls->lambda;
  jmethod *m = jvm_pool_method (vm, st, l->in, l->target);
  if (!m)
    return;
  bool is_new = l->ref_kind == JREF_NEW_INVOKE_SPECIAL;
  bool has_receiver = l->ref_kind != JREF_INVOKE_STATIC && !is_new;
  if ((l->ref_kind == JREF_INVOKE_STATIC || is_new) &&
      !jvm_init_class (vm, st, m->owner))
    return;
  jval all[260];
  uint32_t first = is_new;
  uint32_t k = gather (vm, st, self, l, m, has_receiver, args, n, all + first);
  if (st->end || k != m->sig.n_params + (uint32_t) has_receiver) {
    if (!st->end)
      jvm_malformed (vm, st);
    return;
  }
  jsite site = *outer;
  site.adapt = called->sig.ret;
  site.flags |= called->sig.ret == 'V' ? JFRAME_DISCARD : JFRAME_ADAPT;
  if (is_new) {
    jref r = jvm_new_object (vm, st, m->owner);
    all[0] = jobj (r);
    site.flags &= (uint8_t) ~(JFRAME_ADAPT | JFRAME_DISCARD);
    site.subject = r;
    if (called->sig.ret == 'V') {
      site.subject = 0;
      site.flags |= JFRAME_DISCARD;
    }
    jvm_invoke (vm, st, m, all, k + 1, &site);
    return;
  }
  jmethod *target = m;
  if (has_receiver) {
    jref r = jvm_deref (vm, st, all[0]);
    if (st->end)
      return;
    if (!r) {
      jvm_throw_new (vm, st, "java/lang/NullPointerException", NULL);
      return;
    }
    all[0] = jobj (r);
    const jobject *o = jvm_object (vm, st, r);
    jclass *c = jvm_class_of (vm, o);
    if (l->ref_kind != JREF_INVOKE_SPECIAL) {
      if (jlambda_answers (c, m)) {
        jvm_invoke_lambda (vm, st, r, m, all, k, &site);
        return;
      }
      target = jvm_select (vm, c, m);
    }
  }
  if (!target)
    jvm_throw_new (vm, st, "java/lang/AbstractMethodError", "%s", m->name);
  else
    jvm_invoke (vm, st, target, all, k, &site);
}

/* ---------------------------------------------------------------- switches */

/* Does label I match the object? Decides where that is symbolic. */
static bool label_matches (jvm *vm, jstate *st, const jindy *d, uint32_t i,
                           jref r) {
  jclass *in = d->in;
  const jcp_entry *e = &in->pool[d->bootstrap->args[i]];
  const jobject *o = jvm_object (vm, st, r);
  jclass *c = jvm_class_of (vm, o);
  if (e->tag == JCP_CLASS) {
    const jclass *of = jvm_pool_class (vm, st, in, d->bootstrap->args[i]);
    return of && jclass_is_subtype (c, of);
  }
  if (e->tag == JCP_STRING && d->kind == JINDY_ENUM_SWITCH) {
    jval name = jvm_get (vm, st, r, "name", "Ljava/lang/String;");
    if (st->end)
      return false;
    jstr s = jvm_text (vm, st, name.ref);
    jtext *t = jtext_from_utf8 (vm->mem, e->text, e->len);
    bool same =
        s.units && s.len == t->len && !memcmp (s.units, t->units, 2ull * s.len);
    jtext_drop (vm->mem, t);
    return same;
  }
  if (e->tag == JCP_STRING) {
    if (c != vm->known->string)
      return false;
    jtext *t = jtext_from_utf8 (vm->mem, e->text, e->len);
    lyre_term label =
        jvm_text_term (vm, (jstr){.units = t->units, .len = t->len});
    jtext_drop (vm->mem, t);
    lyre_term text = jvm_text_term (vm, jvm_text (vm, st, r));
    return jvm_decide (vm, st, jt2 (vm, LYRE_EQ, text, label));
  }
  if (e->tag == JCP_INT) {
    char kind = jvm_boxed_kind (vm, c);
    if (!kind || !strchr ("BCSI", kind))
      return false;
    return jvm_decide (
        vm, st, jvm_compare (vm, JCMP_EQ, jvm_unbox (vm, st, r), jint (e->i)));
  }
  jvm_end (st, JEND_UNSUPPORTED, "a label of a pattern switch");
  return false;
}

static void pattern_switch (jvm *vm, jstate *st, const jindy *d,
                            const jsite *site) {
  const jframe *f = st->top;
  jval restart = f->v[f->m->max_locals + f->sp - 1];
  jref r = jvm_deref (vm, st, f->v[f->m->max_locals + f->sp - 2]);
  if (st->end)
    return;
  int32_t found = -1;
  if (r) {
    uint32_t i = (uint32_t) restart.i;
    while (i < d->bootstrap->n_args && !label_matches (vm, st, d, i, r))
      i++;
    found = (int32_t) i;
  }
  if (!st->end)
    jvm_deliver (vm, st, site, jint (found));
}

/* -------------------------------------------------------------- everything */

void jvm_invoke_dynamic (jvm *vm, jstate *st, jclass *in, jcp_entry *e) {
  if (!e->linked && !(e->linked = link_site (vm, in, e))) {
    const jbootstrap *b = &in->bootstraps[e->ref];
    const jcp_entry *m = &in->pool[in->pool[b->handle].ref];
    jvm_end (st, JEND_UNSUPPORTED, "invokedynamic with %s.%s", m->owner,
             m->name);
    return;
  }
  const jindy *d = e->linked;
  jframe *f = st->top;
  if (f->sp < d->sig.n_params) {
    jvm_malformed (vm, st);
    return;
  }
  jsite site = {.pops = d->sig.n_params, .next_pc = f->pc + 5};
  switch (d->kind) {
  case JINDY_CONCAT:
    concat (vm, st, d, &site);
    break;
  case JINDY_LAMBDA:
    make_lambda (vm, st, d, &site);
    break;
  case JINDY_METHOD: {
    jval args[4];
    uint32_t n = d->sig.n_params;
    for (uint32_t i = 0; i < n && i < 4; i++)
      args[i] = f->v[f->m->max_locals + f->sp - n + i];
    jvm_invoke (vm, st, d->method, args, n, &site);
    break;
  }
  default:
    pattern_switch (vm, st, d, &site);
  }
}

/* ----------------------------------------------------------- showing values */

static jstr number_text (jvm *vm, jval v) {
  lyre_term t = jvm_int_term (vm, v), zero = jt_int (vm, 0);
  lyre_term minus =
      jt2 (vm, LYRE_STR_CONCAT, lyre_mk_string_utf8 (vm->ctx, "-", 1),
           jt1 (vm, LYRE_STR_FROM_INT, jt1 (vm, LYRE_NEG, t)));
  lyre_term plus = jt1 (vm, LYRE_STR_FROM_INT, t);
  int64_t lo, hi;
  jvm_interval (vm, NULL, t, &lo, &hi);
  if (lo >= 0)
    return (jstr){.term = plus};
  return (jstr){
      .term = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_LT, t, zero), minus, plus)};
}

static jstr ascii (jvm *vm, const char *text) {
  size_t n = strlen (text);
  uint16_t *units = lyre_arena_array (&vm->scratch, uint16_t, n + 1);
  for (size_t i = 0; i < n; i++)
    units[i] = (uint8_t) text[i];
  return (jstr){.units = units, .len = (uint32_t) n};
}

static jstr bool_text (jvm *vm, jval v) {
  if (!v.term)
    return ascii (vm, v.i ? "true" : "false");
  return (jstr){.term = jt3 (vm, LYRE_ITE, jvm_bool_term (vm, v),
                             lyre_mk_string_utf8 (vm->ctx, "true", 4),
                             lyre_mk_string_utf8 (vm->ctx, "false", 5))};
}

static jstr char_text (jvm *vm, jval v) {
  if (v.term)
    return (jstr){.term = jt1 (vm, LYRE_STR_FROM_CODE, jvm_int_term (vm, v))};
  uint16_t *unit = lyre_arena_array (&vm->scratch, uint16_t, 1);
  *unit = (uint16_t) v.i;
  return (jstr){.units = unit, .len = 1};
}

/* The JDK's own algorithm for floating point. */
static bool real_text (jvm *vm, jstate *st, jval v, int at) {
  if (v.term) {
    jvm_end (st, JEND_UNSUPPORTED, "a symbolic %s as text",
             v.kind == 'F' ? "float" : "double");
    return false;
  }
  jclass *c = jvm_class (vm, "java/lang/String");
  jmethod *m = jvm_find_method (
      vm, c, jnames_text (vm->names, "valueOf"),
      jnames_text (vm->names, v.kind == 'F' ? "(F)Ljava/lang/String;"
                                            : "(D)Ljava/lang/String;"));
  if (m && jvm_init_class (vm, st, c))
    jvm_call_and_retry (vm, st, m, &v, 1, at);
  return false;
}

static bool object_text (jvm *vm, jstate *st, jval v, int at, jstr *out) {
  jref r = jvm_deref (vm, st, v);
  if (st->end)
    return false;
  if (!r) {
    *out = ascii (vm, "null");
    return true;
  }
  const jobject *o = jvm_object (vm, st, r);
  if (!o)
    return false;
  if (o->form == JOBJ_TEXT) {
    *out = jvm_text (vm, st, r);
    return !st->end;
  }
  char kind = jvm_boxed_kind (vm, jvm_class_of (vm, o));
  if (kind && kind != 'F' && kind != 'D')
    return jvm_to_text (vm, st, jvm_unbox (vm, st, r), kind, at, out);
  jmethod *m =
      jvm_declared (vm->known->object, jnames_text (vm->names, "toString"),
                    jnames_text (vm->names, "()Ljava/lang/String;"));
  m = jvm_select (vm, jvm_class_of (vm, o), m);
  jval self = jobj (r);
  if (m)
    jvm_call_and_retry (vm, st, m, &self, 1, at);
  return false;
}

bool jvm_to_text (jvm *vm, jstate *st, jval v, char declared, int at,
                  jstr *out) {
  char number[32];
  if (v.kind == 'L')
    return object_text (vm, st, v, at, out);
  if (declared == 'Z')
    *out = bool_text (vm, v);
  else if (declared == 'C')
    *out = char_text (vm, v);
  else if (v.kind == 'F' || v.kind == 'D')
    return real_text (vm, st, v, at);
  else if (v.term)
    *out = number_text (vm, v);
  else {
    snprintf (number, sizeof number, "%lld",
              (long long) (v.kind == 'J' ? v.l : v.i));
    *out = ascii (vm, number);
  }
  return true;
}
