#include "java/report/tree.h"

#include <string.h>

enum { LARGEST = 300, ROW = 22, COLUMN = 26, LONGEST = 110 };

typedef struct {
  const char *text; /* a condition; NULL: the end of a path */
  size_t len;
  const jresult *path;     /* of an end */
  uint32_t child, sibling; /* 0: none */
} node;

typedef struct {
  const jreport *r;
  lyre_vec (node) nodes; /* the root is 0 */
  jpage *svg;
  uint32_t rows, wide;
} tree;

/* ------------------------------------------------------------------ building
 */

/* The child of AT with this condition; made after its brothers if new. */
static uint32_t descend (tree *t, uint32_t at, const char *text, size_t len) {
  uint32_t last = 0;
  for (uint32_t i = t->nodes.data[at].child; i; i = t->nodes.data[i].sibling) {
    const node *n = &t->nodes.data[i];
    if (text && n->text && n->len == len && !memcmp (n->text, text, len))
      return i;
    last = i;
  }
  uint32_t made = t->nodes.len;
  lyre_vec_push (t->r->suite->mem, &t->nodes, ((node){text, len, NULL, 0, 0}));
  if (last)
    t->nodes.data[last].sibling = made;
  else
    t->nodes.data[at].child = made;
  return made;
}

static void add_path (tree *t, const jresult *x) {
  uint32_t at = 0;
  for (const char *p = x->condition ? x->condition : ""; *p;) {
    size_t n = strcspn (p, "\n");
    if (n)
      at = descend (t, at, p, n);
    p += n + (p[n] == '\n');
  }
  uint32_t end = descend (t, at, NULL, 0);
  t->nodes.data[end].path = x;
}

/* ------------------------------------------------------------------- drawing
 */

static void add_end (jpage *p, const jresult *x) {
  jpage_printf (p, "%u: %s", x->number, jreport_end (x->end));
  if (x->end == JEND_THROW && x->exception)
    jpage_printf (p, " %s", x->exception);
  else if (x->end != JEND_RETURN && x->reason && *x->reason)
    jpage_printf (p, ": %s", x->reason);
}

static void add_label (tree *t, const node *n, jpage *p) {
  jpage text;
  jpage_init (&text, t->r->suite->mem);
  if (n->path)
    add_end (&text, n->path);
  else
    jpage_add_n (&text, n->text, n->len < LONGEST ? n->len : LONGEST);
  if (!n->path && n->len > LONGEST)
    jpage_add (&text, " ...");
  if (text.c.len > t->wide)
    t->wide = text.c.len;
  jpage_xml (p, jpage_get (&text));
  jpage_release (&text);
}

static const char *colour (const node *n) {
  if (!n->path)
    return "condition";
  return n->path->feasible == JFEASIBLE_NO ? "impossible"
         : n->path->end == JEND_RETURN     ? "returns"
         : n->path->end == JEND_THROW      ? "throws"
                                           : "other";
}

/* A line of the drawing per node, in order; brothers hang off one line. The
 * stack holds where to go on. */
static void draw_nodes (tree *t) {
  struct {
    uint32_t node, depth, up; /* up: the row of the parent */
  } stack[LARGEST + 1];
  uint32_t n = 0;
  stack[n].node = t->nodes.data[0].child;
  stack[n].depth = 0;
  stack[n++].up = 0;
  while (n) {
    uint32_t at = stack[n - 1].node, depth = stack[n - 1].depth,
             up = stack[n - 1].up;
    if (!at) {
      n--;
      continue;
    }
    const node *k = &t->nodes.data[at];
    stack[n - 1].node = k->sibling;
    uint32_t y = t->rows++ * ROW + ROW, x = depth * COLUMN + 10;
    if (depth)
      jpage_printf (t->svg, "<path d=\"M%u %uV%uH%u\"/>", x - COLUMN + 4,
                    up + 4, y, x - 4);
    jpage_printf (t->svg,
                  "<circle class=\"%s\" cx=\"%u\" cy=\"%u\" r=\"4\"/>"
                  "<text x=\"%u\" y=\"%u\">",
                  colour (k), x, y, x + 9, y + 4);
    add_label (t, k, t->svg);
    jpage_add (t->svg, "</text>\n");
    if (k->child && n < LARGEST) {
      stack[n].node = k->child;
      stack[n].depth = depth + 1;
      stack[n++].up = y;
    }
  }
}

static uint32_t depth_of (const tree *t) {
  uint32_t deepest = 0;
  for (uint32_t i = 0; i < t->r->results->paths.len; i++) {
    const char *c = t->r->results->paths.data[i]->condition;
    uint32_t n = 1;
    for (; c && *c; c++)
      n += *c == '\n';
    deepest = n > deepest ? n : deepest;
  }
  return deepest;
}

static void draw (tree *t, jpage *to) {
  jpage svg;
  jpage_init (&svg, t->r->suite->mem);
  t->svg = &svg;
  draw_nodes (t);
  jpage_printf (to,
                "<svg class=\"tree\" width=\"%u\" height=\"%u\" "
                "xmlns=\"http://www.w3.org/2000/svg\">\n",
                (depth_of (t) + 1) * COLUMN + t->wide * 7 + 40,
                (t->rows + 1) * ROW);
  jpage_add_n (to, svg.c.data, svg.c.len);
  jpage_add (to, "</svg>\n");
  jpage_release (&svg);
}

static bool write_dot (tree *t, const char *file) {
  jpage dot, label;
  jpage_init (&dot, t->r->suite->mem);
  jpage_init (&label, t->r->suite->mem);
  jpage_add (&dot,
             "digraph paths {\n  node [shape=box];\n  n0 [label=start];\n");
  for (uint32_t i = 1; i < t->nodes.len; i++) {
    const node *n = &t->nodes.data[i];
    jpage_clear (&label);
    if (n->path)
      add_end (&label, n->path);
    else
      jpage_add_n (&label, n->text, n->len);
    jpage_printf (&dot, "  n%u [label=", i);
    jpage_json (&dot, jpage_get (&label));
    jpage_add (&dot, "];\n");
  }
  for (uint32_t i = 0; i < t->nodes.len; i++)
    for (uint32_t k = t->nodes.data[i].child; k; k = t->nodes.data[k].sibling)
      jpage_printf (&dot, "  n%u -> n%u;\n", i, k);
  jpage_add (&dot, "}\n");
  bool ok = jreport_save (t->r, &dot, file);
  jpage_release (&dot);
  jpage_release (&label);
  return ok;
}

bool jtree_draw (const jreport *r, const jmethod *m, const char *file,
                 jpage *to) {
  tree t = {.r = r};
  lyre_vec_push (r->suite->mem, &t.nodes, ((node){"", 0, NULL, 0, 0}));
  for (uint32_t i = 0; i < r->results->paths.len; i++)
    if (r->results->paths.data[i]->method == m)
      add_path (&t, r->results->paths.data[i]);
  bool ok = write_dot (&t, file);
  if (t.nodes.len <= LARGEST)
    draw (&t, to);
  jpage_printf (to, "<p><a href=\"%s\">the same for Graphviz</a></p>\n",
                strrchr (file, '/') ? strrchr (file, '/') + 1 : file);
  lyre_vec_release (r->suite->mem, &t.nodes);
  return ok;
}
