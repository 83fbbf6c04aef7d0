#include "java/heap/state.h"

#include <string.h>

#include "java/explore/solver.h"

/* ------------------------------------------------------------- what is shared
 */

static jcount *copy_cover (lyre_mem *mem, const jcount *from) {
  const jcover *c = (const jcover *) from;
  size_t bytes = sizeof *c + 3 * JCOVER_BYTES (c->m);
  jcover *copy = lyre_alloc (mem, bytes);
  memcpy (copy, c, bytes);
  copy->count.refs = 1;
  return &copy->count;
}

static void drop_cover (lyre_mem *mem, jcount *c) {
  lyre_free (mem, c);
}

void jheap_init (jheap *h, lyre_mem *mem) {
  *h = (jheap){.mem = mem};
  h->objects = (jtrie_ops){mem, jobject_drop, jobject_copy};
  h->covers = (jtrie_ops){mem, drop_cover, copy_cover};
}

void jheap_release (jheap *h) {
  for (uint32_t i = 0; i < h->literals.len; i++)
    jobject_drop (h->mem, &h->literals.data[i]->count);
  lyre_vec_release (h->mem, &h->literals);
}

/* ------------------------------------------------------------------ states */

jstate *jstate_new (jheap *h) {
  jstate *s = lyre_alloc (h->mem, sizeof *s);
  memset (s, 0, sizeof *s);
  s->id = ++h->next_id;
  s->next_ref = 1;
  if (++h->n_states > h->peak_states)
    h->peak_states = h->n_states;
  return s;
}

jstate *jstate_clone (jheap *h, jstate *from) {
  jstate *s = lyre_alloc (h->mem, sizeof *s);
  *s = *from;
  s->script.data = NULL;
  s->script.len = s->script.cap = 0;
  s->id = ++h->next_id;
  s->next = NULL;
  s->heap = jtrie_share (from->heap);
  s->statics = jtrie_share (from->statics);
  s->cover = jtrie_share (from->cover);
  if (s->top)
    s->top->count.refs++;
  if (s->path)
    s->path->count.refs++;
  if (s->inputs)
    s->inputs->count.refs++;
  if (s->witness)
    jwitness_share (s->witness);
  if (++h->n_states > h->peak_states)
    h->peak_states = h->n_states;
  return s;
}

static void drop_frames (jheap *h, jframe *f) {
  while (f && !--f->count.refs) {
    jframe *up = f->up;
    lyre_free (h->mem, f);
    f = up;
  }
}

static void drop_path (jheap *h, jpath *p) {
  while (p && !--p->count.refs) {
    jpath *up = p->up;
    lyre_free (h->mem, p);
    p = up;
  }
}

static void drop_inputs (jheap *h, jinput *i) {
  while (i && !--i->count.refs) {
    jinput *up = i->up;
    lyre_free (h->mem, i);
    i = up;
  }
}

void jstate_delete (jheap *h, jstate *s) {
  if (!s)
    return;
  jtrie_release (&h->objects, &s->heap);
  jtrie_release (&h->objects, &s->statics);
  jtrie_release (&h->covers, &s->cover);
  drop_frames (h, s->top);
  drop_path (h, s->path);
  drop_inputs (h, s->inputs);
  jwitness_drop (h->mem, s->witness);
  lyre_vec_release (h->mem, &s->script);
  lyre_free (h->mem, s);
  h->n_states--;
}

/* ----------------------------------------------------------------- objects */

const jobject *jstate_object (const jheap *h, const jstate *s, jref r) {
  switch (r & JREF_AREA) {
  case JREF_LITERAL:
    return (r & JREF_INDEX) < h->literals.len ? h->literals.data[r & JREF_INDEX]
                                              : NULL;
  case JREF_MIRROR:
    return (const jobject *) jtrie_get (&s->statics, r & JREF_INDEX);
  default:
    return (const jobject *) jtrie_get (&s->heap, r);
  }
}

jobject *jstate_own (jheap *h, jstate *s, jref r) {
  switch (r & JREF_AREA) {
  case JREF_LITERAL: /* never changes */
    return h->literals.data[r & JREF_INDEX];
  case JREF_MIRROR:
    return (jobject *) jtrie_own (&h->objects, &s->statics, r & JREF_INDEX);
  default:
    return (jobject *) jtrie_own (&h->objects, &s->heap, r);
  }
}

jref jstate_add (jheap *h, jstate *s, jobject *o) {
  if (s->next_ref >= JREF_INDEX)
    lyre_mem_fail (h->mem, LYRE_FAIL_TOO_LARGE);
  jtrie_put (&h->objects, &s->heap, s->next_ref, &o->count);
  return s->next_ref++;
}

void jstate_replace (jheap *h, jstate *s, jref r, jobject *o) {
  jtrie_put (&h->objects, &s->heap, r, &o->count);
}

const jobject *jstate_statics (const jstate *s, const jclass *c) {
  return (const jobject *) jtrie_get (&s->statics, c->index);
}

jobject *jstate_own_statics (jheap *h, jstate *s, jclass *c) {
  if (!jtrie_get (&s->statics, c->index)) {
    jobject *o = jobject_new (h->mem, JOBJ_CLASS, c, c->n_statics);
    jtrie_put (&h->objects, &s->statics, c->index, &o->count);
    return o;
  }
  return (jobject *) jtrie_own (&h->objects, &s->statics, c->index);
}

/* The same elements, a jval each. */
static jobject *unpack (jheap *h, const jobject *o) {
  jobject *wide = jobject_new (h->mem, JOBJ_SLOTS, o->cls, o->n);
  wide->length_term = o->length_term;
  wide->is_input = o->is_input;
  wide->depth = o->depth;
  wide->origin = o->origin;
  for (uint32_t i = 0; i < o->n; i++)
    wide->slots[i] = jarray_get (o, i);
  return wide;
}

void jstate_store (jheap *h, jstate *s, jref r, uint32_t i, jval v) {
  const jobject *o = jstate_object (h, s, r);
  if (o->form == JOBJ_RAW && v.term)
    jstate_replace (h, s, r, unpack (h, o));
  jobject *own = jstate_own (h, s, r);
  if (own->form == JOBJ_RAW)
    jraw_set (own, i, v);
  else
    own->slots[i] = v;
}

/* ------------------------------------------------------------------ frames */

static size_t frame_size (const jmethod *m) {
  return sizeof (jframe) +
         ((size_t) m->max_locals + m->max_stack + JFRAME_SLACK) * sizeof (jval);
}

jframe *jstate_push (jheap *h, jstate *s, jmethod *m) {
  jframe *f = lyre_alloc (h->mem, frame_size (m));
  memset (f, 0, sizeof *f);
  /* The operands need no clearing: each is written before it is read, or the
   * method is malformed, and then any value will do. */
  memset (f->v, 0, ((size_t) m->max_locals + 1) * sizeof (jval));
  f->count.refs = 1;
  f->m = m;
  f->up = s->top;
  s->top = f;
  s->n_frames++;
  return f;
}

jframe *jstate_frame (jheap *h, jstate *s) {
  jframe *f = s->top;
  if (f->count.refs == 1)
    return f;
  size_t bytes = frame_size (f->m);
  jframe *copy = lyre_alloc (h->mem, bytes);
  memcpy (copy, f, bytes);
  copy->count.refs = 1;
  if (copy->up)
    copy->up->count.refs++;
  f->count.refs--;
  return s->top = copy;
}

void jstate_pop (jheap *h, jstate *s) {
  jframe *f = s->top;
  s->top = f->up;
  s->n_frames--;
  if (--f->count.refs) {
    if (s->top)
      s->top->count.refs++;
    return;
  }
  lyre_free (h->mem, f);
}

/* ------------------------------------------------------- path, inputs, cover
 */

void jstate_assume (jheap *h, jstate *s, lyre_term cond) {
  jpath *p = lyre_alloc (h->mem, sizeof *p);
  *p = (jpath){.count = {1},
               .up = s->path,
               .cond = cond,
               .depth = s->path ? s->path->depth + 1 : 1};
  s->path = p;
}

jinput *jstate_add_input (jheap *h, jstate *s, jname name, jname type, jval v) {
  jinput *i = lyre_alloc (h->mem, sizeof *i);
  *i = (jinput){.count = {1},
                .up = s->inputs,
                .name = name,
                .type = type,
                .value = v,
                .index = s->inputs ? s->inputs->index + 1 : 0};
  s->inputs = i;
  return i;
}

uint8_t *jstate_cover (jheap *h, jstate *s, jmethod *m) {
  if (!jtrie_get (&s->cover, m->index)) {
    size_t bits = 3 * (size_t) JCOVER_BYTES (m);
    jcover *c = lyre_alloc (h->mem, sizeof *c + bits);
    c->count.refs = 1;
    c->m = m;
    memset (c->bits, 0, bits);
    jtrie_put (&h->covers, &s->cover, m->index, &c->count);
    return c->bits;
  }
  return ((jcover *) jtrie_own (&h->covers, &s->cover, m->index))->bits;
}

/* -------------------------------------------------------------- collection */

typedef struct {
  jheap *h;
  jstate *s;
  uint8_t *marks; /* a bit per reference below next_ref */
  lyre_vec (jref) todo;
  jtrie kept;
} collector;

static void mark (collector *c, jval v) {
  if (v.kind != 'L' || !v.ref || v.ref >= c->s->next_ref)
    return;
  uint8_t *byte = &c->marks[v.ref >> 3], bit = (uint8_t) (1 << (v.ref & 7));
  if (*byte & bit)
    return;
  *byte |= bit;
  lyre_vec_push (c->h->mem, &c->todo, v.ref);
}

static void mark_slots (collector *c, const jobject *o) {
  if (o->form == JOBJ_TEXT)
    mark (c, jobj (o->bytes));
  else if (o->form != JOBJ_RAW)
    for (uint32_t i = 0; i < o->n; i++)
      mark (c, o->slots[i]);
}

static void mark_statics (void *user, uint32_t index, jcount *block) {
  (void) index;
  mark_slots (user, (const jobject *) block);
}

static void keep_marked (void *user, uint32_t index, jcount *block) {
  collector *c = user;
  if (!(c->marks[index >> 3] >> (index & 7) & 1))
    return;
  block->refs++;
  jtrie_put (&c->h->objects, &c->kept, index, block);
}

static void mark_roots (collector *c) {
  jtrie_each (&c->s->statics, mark_statics, c);
  for (const jframe *f = c->s->top; f; f = f->up) {
    mark (c, jobj (f->subject));
    for (uint32_t i = 0; i < f->m->max_locals; i++)
      mark (c, f->v[i]);
    for (uint32_t i = 0; i < f->sp; i++)
      mark (c, f->v[f->m->max_locals + i]);
  }
  for (const jinput *i = c->s->inputs; i; i = i->up)
    mark (c, i->value);
  mark (c, c->s->result);
  mark (c, jobj (c->s->thread));
}

void jstate_collect (jheap *h, jstate *s) {
  collector c = {.h = h, .s = s};
  c.marks = lyre_alloc (h->mem, s->next_ref / 8 + 1);
  memset (c.marks, 0, s->next_ref / 8 + 1);
  mark_roots (&c);
  while (c.todo.len)
    mark_slots (&c, jstate_object (h, s, lyre_vec_pop (&c.todo)));
  jtrie_each (&s->heap, keep_marked, &c);
  jtrie_release (&h->objects, &s->heap);
  s->heap = c.kept;
  s->collected_at = s->next_ref;
  lyre_free (h->mem, c.marks);
  lyre_vec_release (h->mem, &c.todo);
}
