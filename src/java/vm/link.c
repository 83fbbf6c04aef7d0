#include <stdio.h>
#include <string.h>

#include "java/vm/internal.h"

const char *jvm_why (const jvm *vm) {
  return vm->tables->why;
}

static bool missing (jvm *vm) {
  snprintf (vm->tables->why, sizeof vm->tables->why, "%s",
            jloader_error (vm->loader));
  return false;
}

/* ------------------------------------------------------------------ layout */

typedef lyre_vec (jclass *) classes;

static void add_once (jvm *vm, classes *all, jclass *c) {
  for (uint32_t i = 0; i < all->len; i++)
    if (all->data[i] == c)
      return;
  lyre_vec_push (vm->mem, all, c);
}

static void add_all (jvm *vm, classes *all, const jclass *of) {
  for (uint32_t i = 0; i < of->n_ancestors; i++)
    add_once (vm, all, of->ancestors[i]);
}

static void set_ancestors (jvm *vm, jclass *c) {
  classes all = {0};
  lyre_vec_push (vm->mem, &all, c);
  if (c->super)
    add_all (vm, &all, c->super);
  for (uint32_t i = 0; i < c->n_interfaces; i++)
    add_all (vm, &all, c->interfaces[i]);
  c->ancestors = lyre_arena_array (&vm->arena, jclass *, all.len);
  memcpy (c->ancestors, all.data, all.len * sizeof *all.data);
  c->n_ancestors = all.len;
  lyre_vec_release (vm->mem, &all);
}

static void lay_out_fields (jvm *vm, jclass *c) {
  uint32_t n = c->super ? c->super->n_slots : 0, n_static = 0;
  for (uint32_t i = 0; i < c->n_fields; i++)
    c->fields[i].slot = c->fields[i].access & JACC_STATIC ? n_static++ : n++;
  c->n_slots = n;
  c->n_statics = n_static;
  c->slot_fields = lyre_arena_array (&vm->arena, jfield *, n + 1);
  c->static_fields = lyre_arena_array (&vm->arena, jfield *, n_static + 1);
  if (c->super && c->super->n_slots)
    memcpy (c->slot_fields, c->super->slot_fields,
            c->super->n_slots * sizeof *c->slot_fields);
  for (uint32_t i = 0; i < c->n_fields; i++) {
    jfield *f = &c->fields[i];
    (f->access & JACC_STATIC ? c->static_fields : c->slot_fields)[f->slot] = f;
  }
}

void jvm_adopt_method (jvm *vm, jmethod *m) {
  m->index = vm->tables->methods.len;
  lyre_vec_push (vm->mem, &vm->tables->methods, m);
  m->model = jmodel_find (vm, m);
}

static void adopt_methods (jvm *vm, jclass *c) {
  for (uint32_t i = 0; i < c->n_methods; i++) {
    jmethod *m = &c->methods[i];
    jvm_adopt_method (vm, m);
    if (!strcmp (m->name, "<clinit>"))
      c->clinit = m;
  }
}

/* Super types have been linked. */
static bool link_one (jvm *vm, jclass *c) {
  c->interfaces = lyre_arena_array (&vm->arena, jclass *, c->n_interfaces + 1u);
  for (uint32_t i = 0; i < c->n_interfaces; i++)
    if (!(c->interfaces[i] = jloader_find (vm->loader, c->interface_names[i])))
      return missing (vm);
  if (c->super_name && !(c->super = jloader_find (vm->loader, c->super_name)))
    return missing (vm);
  set_ancestors (vm, c);
  lay_out_fields (vm, c);
  adopt_methods (vm, c);
  c->is_linked = true;
  return true;
}

/* A worklist, deepest super types first. A class that waits for itself is
 * malformed; depth tells. */
bool jvm_link (jvm *vm, jclass *c) {
  if (c->is_linked)
    return true;
  classes todo = {0};
  lyre_vec_push (vm->mem, &todo, c);
  bool ok = true;
  while (ok && todo.len) {
    jclass *next = lyre_vec_top (&todo);
    uint32_t before = todo.len;
    for (uint32_t i = 0; ok && i <= next->n_interfaces; i++) {
      jname name = i ? next->interface_names[i - 1] : next->super_name;
      jclass *above = name ? jloader_find (vm->loader, name) : NULL;
      if (name && !above)
        ok = missing (vm);
      else if (above && !above->is_linked)
        lyre_vec_push (vm->mem, &todo, above);
    }
    if (ok && todo.len > 2000) {
      snprintf (vm->tables->why, sizeof vm->tables->why,
                "%s: a super type of itself", c->name);
      ok = false;
    }
    if (ok && todo.len == before) {
      lyre_vec_drop (&todo);
      ok = next->is_linked || link_one (vm, next);
    }
  }
  lyre_vec_release (vm->mem, &todo);
  return ok;
}

jclass *jvm_class (jvm *vm, const char *name) {
  jclass *c = jloader_find_text (vm->loader, name);
  if (!c)
    missing (vm);
  return c && jvm_link (vm, c) ? c : NULL;
}

jclass *jvm_class_of_desc (jvm *vm, jname desc) {
  if (*desc == '[')
    return jvm_class (vm, desc);
  if (*desc != 'L') {
    jclass *c = jloader_primitive (vm->loader, *desc);
    return c && jvm_link (vm, c) ? c : NULL;
  }
  jname name = jnames_intern (vm->names, desc + 1, strlen (desc) - 2);
  return jvm_class (vm, name);
}

bool jclass_is_subtype (const jclass *c, const jclass *of) {
  while (c->element && of->element) {
    if (c->element_kind != of->element_kind)
      return false;
    if (c->element_kind != 'L')
      return true;
    c = c->element;
    of = of->element;
  }
  for (uint32_t i = 0; i < c->n_ancestors; i++)
    if (c->ancestors[i] == of)
      return true;
  /* An interface is an Object, though not by inheritance. */
  return !of->super_name && !of->primitive && !of->element && !c->primitive;
}

/* ----------------------------------------------------------------- members */

jmethod *jvm_declared (jclass *c, jname name, jname desc) {
  for (uint32_t i = 0; i < c->n_methods; i++)
    if (c->methods[i].name == name && c->methods[i].desc == desc)
      return &c->methods[i];
  return NULL;
}

/* Among the interfaces: one with code that no other overrides, or any. */
static jmethod *find_in_interfaces (jclass *c, jname name, jname desc) {
  jmethod *best = NULL;
  for (uint32_t i = 0; i < c->n_ancestors; i++) {
    jclass *a = c->ancestors[i];
    jmethod *m =
        a->access & JACC_INTERFACE ? jvm_declared (a, name, desc) : NULL;
    if (!m || m->access & (JACC_STATIC | JACC_PRIVATE))
      continue;
    bool has_code = !(m->access & JACC_ABSTRACT);
    if (!best ||
        (has_code && best->access & JACC_ABSTRACT &&
         !jclass_is_subtype (best->owner, a)) ||
        (jclass_is_subtype (a, best->owner)))
      best = m;
  }
  return best;
}

jmethod *jvm_find_method (jvm *vm, jclass *c, jname name, jname desc) {
  if (!jvm_link (vm, c))
    return NULL;
  for (jclass *s = c; s; s = s->super) {
    jmethod *m = jvm_declared (s, name, desc);
    if (m)
      return m;
  }
  jmethod *m = find_in_interfaces (c, name, desc);
  if (!m && c->access & JACC_INTERFACE && vm->known->object)
    m = jvm_declared (vm->known->object, name, desc);
  return m;
}

jfield *jvm_find_field (jvm *vm, jclass *c, jname name, jname desc) {
  if (!jvm_link (vm, c))
    return NULL;
  for (uint32_t i = 0; i < c->n_ancestors; i++)
    for (uint32_t k = 0; k < c->ancestors[i]->n_fields; k++) {
      jfield *f = &c->ancestors[i]->fields[k];
      if (f->name == name && f->desc == desc)
        return f;
    }
  return NULL;
}

static jmethod *select_method (jclass *c, jmethod *m) {
  for (jclass *s = c; s; s = s->super) {
    jmethod *found = jvm_declared (s, m->name, m->desc);
    if (found && !(found->access & (JACC_STATIC | JACC_PRIVATE)))
      return found->access & JACC_ABSTRACT ? NULL : found;
  }
  jmethod *found = find_in_interfaces (c, m->name, m->desc);
  return found && !(found->access & JACC_ABSTRACT) ? found : NULL;
}

jmethod *jvm_select (jvm *vm, jclass *c, jmethod *m) {
  if (m->access & (JACC_PRIVATE | JACC_STATIC) || c == m->owner)
    return m->access & JACC_ABSTRACT ? NULL : m;
  uint64_t key = (uint64_t) c->index << 32 | m->index;
  const uint64_t *known = lyre_map_find (&vm->tables->selected, key);
  if (known)
    return (jmethod *) (uintptr_t) *known;
  jmethod *found = select_method (c, m);
  *lyre_map_at (vm->mem, &vm->tables->selected, key) = (uintptr_t) found;
  return found;
}

/* ----------------------------------------------------------- constant pool */

jclass *jvm_pool_class (jvm *vm, jstate *st, jclass *in, uint32_t index) {
  jcp_entry *e = &in->pool[index];
  if (e->linked)
    return e->linked;
  jclass *c = jloader_find (vm->loader, e->text);
  if (c && jvm_link (vm, c))
    return e->linked = c;
  if (!c)
    missing (vm);
  jvm_throw_new (vm, st, "java/lang/NoClassDefFoundError", "%s", e->text);
  return NULL;
}

static jclass *owner_of (jvm *vm, jstate *st, const jcp_entry *e) {
  jclass *c = jloader_find (vm->loader, e->owner);
  if (c && jvm_link (vm, c))
    return c;
  jvm_throw_new (vm, st, "java/lang/NoClassDefFoundError", "%s", e->owner);
  return NULL;
}

jfield *jvm_pool_field (jvm *vm, jstate *st, jclass *in, uint32_t index) {
  jcp_entry *e = &in->pool[index];
  if (e->linked)
    return e->linked;
  jclass *c = owner_of (vm, st, e);
  if (!c)
    return NULL;
  jfield *f = jvm_find_field (vm, c, e->name, e->desc);
  if (!f)
    jvm_throw_new (vm, st, "java/lang/NoSuchFieldError", "%s", e->name);
  return e->linked = f;
}

jmethod *jvm_pool_method (jvm *vm, jstate *st, jclass *in, uint32_t index) {
  jcp_entry *e = &in->pool[index];
  if (e->linked)
    return e->linked;
  jclass *c = owner_of (vm, st, e);
  if (!c)
    return NULL;
  jmethod *m = jvm_find_method (vm, c, e->name, e->desc);
  if (!m && !strcmp (e->owner, "java/lang/invoke/MethodHandle"))
    jvm_end (st, JEND_UNSUPPORTED, "MethodHandle.%s", e->name);
  else if (!m && !strcmp (e->owner, "java/lang/invoke/VarHandle"))
    jvm_end (st, JEND_UNSUPPORTED, "VarHandle.%s", e->name);
  else if (!m)
    jvm_throw_new (vm, st, "java/lang/NoSuchMethodError", "%s", e->name);
  return e->linked = m;
}
