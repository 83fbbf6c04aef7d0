/* The paths of a method as a tree of conditions. */
#ifndef LYRE_JAVA_TREE_H
#define LYRE_JAVA_TREE_H

#include "java/report/report.h"

/* Adds the tree as inline SVG; a large one gives only a link to FILE, which
 * gets it in the language of Graphviz in any case. */
bool jtree_draw (const jreport *, const jmethod *, const char *file, jpage *);

#endif
