/* java.util.HashMap (and HashSet) with symbolic strings as keys.
 *
 * The hash code of a symbolic string is beyond us, but a hash map means the
 * same whatever the hash codes are; only the order of iteration changes. So
 * when a symbolic string first becomes a key, exploration starts again with
 * "flat" maps: every string has the hash 0 there, all strings share a bucket,
 * and a look-up is a chain of comparisons by equals. A path that iterates over
 * such a map is marked inexact. */
#include "java/vm/internal.h"

#define MAP "java/util/HashMap"

static jmodel_result hash (jcall *c) {
  jref key = jcall_ref (c, 0);
  const jobject *o = key && !c->st->end ? jvm_object (c->vm, c->st, key) : NULL;
  if (!o || o->cls != c->vm->known->string)
    return c->st->end ? JM_GONE : JM_BYTECODE;
  if (c->vm->has_flat_maps)
    return jreturn_int (c, 0);
  if (jvm_text (c->vm, c->st, key).units)
    return JM_BYTECODE;
  c->vm->wants_flat_maps = true;
  jvm_end (c->st, JEND_STOPPED, "hash maps have to be flat");
  return JM_GONE;
}

/* Long buckets stay lists: trees would compare all keys for order. */
static jmodel_result treeify (jcall *c) {
  return c->vm->has_flat_maps ? jreturn_void (c) : JM_BYTECODE;
}

static jmodel_result iterate (jcall *c) {
  if (c->vm->has_flat_maps)
    c->st->is_inexact = true;
  return JM_BYTECODE;
}

const jmodel jmodels_map[] = {
    {MAP, "hash", NULL, hash},
    {MAP, "treeifyBin", NULL, treeify},
    {MAP, "forEach", NULL, iterate},
    {MAP, "replaceAll", NULL, iterate},
    {MAP, "keysToArray", NULL, iterate},
    {MAP, "valuesToArray", NULL, iterate},
    {MAP "$KeySet", "forEach", NULL, iterate},
    {MAP "$Values", "forEach", NULL, iterate},
    {MAP "$EntrySet", "forEach", NULL, iterate},
    {MAP "$HashIterator", "<init>", NULL, iterate},
    {MAP "$HashMapSpliterator", "<init>", NULL, iterate},
    {0},
};
