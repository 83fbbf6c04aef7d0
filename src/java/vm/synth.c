/* Methods that no class file has: equals, hashCode and toString of records,
 * assembled as bytecode so that the interpreter runs them like any other. */
#include <stdio.h>
#include <string.h>

#include "java/vm/indy.h"

typedef struct {
  jvm *vm;
  jclass *holder; /* whose constant pool the code uses */
  lyre_vec (jcp_entry) pool;
  lyre_vec (uint8_t) code;
} assembler;

static void emit (assembler *a, uint8_t op) {
  lyre_vec_push (a->vm->mem, &a->code, op);
}

static void emit2 (assembler *a, uint8_t op, uint32_t operand) {
  emit (a, op);
  emit (a, (uint8_t) (operand >> 8));
  emit (a, (uint8_t) operand);
}

/* A branch whose target comes later: returns where to patch. */
static uint32_t emit_branch (assembler *a, uint8_t op) {
  uint32_t at = a->code.len;
  emit2 (a, op, 0);
  return at;
}

static void patch (assembler *a, uint32_t at) {
  uint32_t offset = a->code.len - at;
  a->code.data[at + 1] = (uint8_t) (offset >> 8);
  a->code.data[at + 2] = (uint8_t) offset;
}

static uint32_t add_entry (assembler *a, jcp_entry e) {
  if (!a->pool.len)
    lyre_vec_push (a->vm->mem, &a->pool, ((jcp_entry){0}));
  lyre_vec_push (a->vm->mem, &a->pool, e);
  return a->pool.len - 1;
}

static uint32_t add_member (assembler *a, jcp_tag tag, const char *owner,
                            const char *name, const char *desc) {
  jnames *n = a->vm->names;
  return add_entry (a, (jcp_entry){.tag = (uint8_t) tag,
                                   .owner = jnames_text (n, owner),
                                   .name = jnames_text (n, name),
                                   .desc = jnames_text (n, desc)});
}

static void emit_static (assembler *a, const char *owner, const char *name,
                         const char *desc) {
  emit2 (a, OP_invokestatic, add_member (a, JCP_METHOD, owner, name, desc));
}

static void emit_get (assembler *a, uint8_t load, const jclass *record,
                      const jcomponent *c) {
  emit (a, load);
  emit2 (a, OP_getfield,
         add_member (a, JCP_FIELD, record->name, c->name, c->desc));
}

static const char *box_of (char kind) {
  switch (kind) {
  case 'Z':
    return "java/lang/Boolean";
  case 'B':
    return "java/lang/Byte";
  case 'C':
    return "java/lang/Character";
  case 'S':
    return "java/lang/Short";
  case 'I':
    return "java/lang/Integer";
  case 'J':
    return "java/lang/Long";
  case 'F':
    return "java/lang/Float";
  default:
    return "java/lang/Double";
  }
}

/* Jumps if two components, both on the stack, are equal. */
static uint32_t emit_if_equal (assembler *a, char kind) {
  switch (kind) {
  case 'L':
  case '[':
    emit_static (a, "java/util/Objects", "equals",
                 "(Ljava/lang/Object;Ljava/lang/Object;)Z");
    return emit_branch (a, OP_ifne);
  case 'F':
    emit_static (a, "java/lang/Float", "compare", "(FF)I");
    return emit_branch (a, OP_ifeq);
  case 'D':
    emit_static (a, "java/lang/Double", "compare", "(DD)I");
    return emit_branch (a, OP_ifeq);
  case 'J':
    emit (a, OP_lcmp);
    return emit_branch (a, OP_ifeq);
  default:
    return emit_branch (a, OP_if_icmpeq);
  }
}

static void assemble_equals (assembler *a, jclass *r) {
  uint32_t cls = add_entry (a, (jcp_entry){.tag = JCP_CLASS, .text = r->name});
  emit (a, OP_aload_1);
  emit2 (a, OP_instanceof, cls);
  uint32_t is_one = emit_branch (a, OP_ifne);
  emit (a, OP_iconst_0);
  emit (a, OP_ireturn);
  patch (a, is_one);
  emit (a, OP_aload_1);
  emit2 (a, OP_checkcast, cls);
  emit (a, OP_astore_2);
  for (uint32_t i = 0; i < r->n_components; i++) {
    emit_get (a, OP_aload_0, r, &r->components[i]);
    emit_get (a, OP_aload_2, r, &r->components[i]);
    uint32_t same = emit_if_equal (a, *r->components[i].desc);
    emit (a, OP_iconst_0);
    emit (a, OP_ireturn);
    patch (a, same);
  }
  emit (a, OP_iconst_1);
  emit (a, OP_ireturn);
}

/* 31 * hash so far + hash of the component */
static void assemble_hash (assembler *a, jclass *r) {
  emit (a, OP_iconst_0);
  for (uint32_t i = 0; i < r->n_components; i++) {
    char kind = *r->components[i].desc, desc[8];
    emit (a, OP_bipush);
    emit (a, 31);
    emit (a, OP_imul);
    emit_get (a, OP_aload_0, r, &r->components[i]);
    snprintf (desc, sizeof desc, "(%c)I", kind);
    if (kind == 'L' || kind == '[')
      emit_static (a, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
    else
      emit_static (a, box_of (kind), "hashCode", desc);
    emit (a, OP_iadd);
  }
  emit (a, OP_ireturn);
}

static const char *simple_name (const jclass *r) {
  for (uint32_t i = 0; i < r->n_inner; i++)
    if (r->inner[i].inner == r->name && r->inner[i].simple)
      return r->inner[i].simple;
  const char *slash = strrchr (r->name, '/');
  return slash ? slash + 1 : r->name;
}

/* Name[a=\1, b=\1], handed to a concatenation of our own. */
static void assemble_to_string (assembler *a, jclass *r) {
  lyre_chars recipe = {0}, desc = {0};
  lyre_mem *mem = a->vm->mem;
  for (const char *p = simple_name (r); *p; p++)
    lyre_vec_push (mem, &recipe, *p);
  lyre_vec_push (mem, &recipe, '[');
  lyre_vec_push (mem, &desc, '(');
  for (uint32_t i = 0; i < r->n_components; i++) {
    emit_get (a, OP_aload_0, r, &r->components[i]);
    if (i) {
      lyre_vec_push (mem, &recipe, ',');
      lyre_vec_push (mem, &recipe, ' ');
    }
    for (const char *p = r->components[i].name; *p; p++)
      lyre_vec_push (mem, &recipe, *p);
    lyre_vec_push (mem, &recipe, '=');
    lyre_vec_push (mem, &recipe, 1);
    for (const char *p = r->components[i].desc; *p; p++)
      lyre_vec_push (mem, &desc, *p);
  }
  lyre_vec_push (mem, &recipe, ']');
  for (const char *p = ")Ljava/lang/String;"; *p; p++)
    lyre_vec_push (mem, &desc, *p);
  jcp_entry e = {.tag = JCP_INVOKE_DYNAMIC};
  e.name = "toString";
  e.desc = jnames_intern (a->vm->names, desc.data, desc.len);
  e.linked = jindy_concat (a->vm, &e, recipe.data, recipe.len);
  emit2 (a, OP_invokedynamic, add_entry (a, e));
  emit (a, 0);
  emit (a, 0);
  emit (a, OP_areturn);
  lyre_vec_release (mem, &recipe);
  lyre_vec_release (mem, &desc);
}

static jmethod *finish (assembler *a, jname name, jname desc) {
  lyre_arena *arena = &a->vm->arena;
  jmethod *m = lyre_arena_new (arena, jmethod);
  memset (m, 0, sizeof *m);
  jclass *c = a->holder;
  c->pool = lyre_arena_array (arena, jcp_entry, a->pool.len + 1);
  if (a->pool.len)
    memcpy (c->pool, a->pool.data, a->pool.len * sizeof *c->pool);
  c->n_pool = (uint16_t) a->pool.len;
  uint8_t *code = lyre_arena_alloc (arena, a->code.len);
  memcpy (code, a->code.data, a->code.len);
  m->owner = c;
  m->name = name;
  m->desc = desc;
  m->access = JACC_STATIC | JACC_SYNTHETIC;
  m->code = code;
  m->code_len = a->code.len;
  m->max_locals = 3;
  m->max_stack = UINT8_MAX;
  jsignature_parse (arena, a->vm->names, desc, &m->sig);
  jvm_adopt_method (a->vm, m);
  lyre_vec_release (a->vm->mem, &a->pool);
  lyre_vec_release (a->vm->mem, &a->code);
  return m;
}

jmethod *jvm_record_method (jvm *vm, jclass *record, jname name, jname desc) {
  assembler a = {.vm = vm};
  a.holder = lyre_arena_new (&vm->arena, jclass);
  memset (a.holder, 0, sizeof *a.holder);
  a.holder->name = record->name;
  a.holder->origin = JORIGIN_BUILTIN;
  if (!strcmp (name, "equals"))
    assemble_equals (&a, record);
  else if (!strcmp (name, "hashCode"))
    assemble_hash (&a, record);
  else if (!strcmp (name, "toString"))
    assemble_to_string (&a, record);
  else
    return NULL;
  return finish (&a, name, desc);
}
