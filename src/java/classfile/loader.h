/* Where classes come from: the class path and the JDK.
 *
 * A class path is folders and jars, separated by ':'. Library classes come
 * from a JDK: its lib/modules image (classfile/jimage.h). Both are looked at
 * lazily, a class when it is first asked for by name. Names beginning with
 * java/ come from the JDK alone; for all others the class path goes first.
 *
 * The loader owns every class, name and archive. It makes array classes and
 * the nine primitive classes itself. */
#ifndef LYRE_JAVA_LOADER_H
#define LYRE_JAVA_LOADER_H

#include "java/classfile/classfile.h"

typedef struct jloader jloader;

jloader *jloader_new (lyre_mem *);
void jloader_delete (jloader *);

/* Adds folders and jars. False, with the text in jloader_error, if one of
 * them cannot be opened or is not an archive. */
bool jloader_add_path (jloader *, const char *class_path);
/* HOME is a JDK's folder; NULL looks at JAVA_HOME and then for the java
 * command on PATH. False if there is none with a readable image. */
bool jloader_add_jdk (jloader *, const char *home);
/* The JDK's folder, or NULL; its feature release (8, 11, 17, ...) or 0. */
const char *jloader_jdk_home (const jloader *);
unsigned jloader_jdk_release (const jloader *);

/* The class of this name ("java/lang/String", "[[I", "[Ljava/lang/Object;"),
 * NULL if there is none or its file is malformed; then jloader_error says
 * which. Failures are remembered, so asking again is cheap. */
jclass *jloader_find (jloader *, jname);
jclass *jloader_find_text (jloader *, const char *name);
jclass *jloader_primitive (jloader *, jkind);
jclass *jloader_array_of (jloader *, jclass *element);
/* A class that no file describes (lambdas): added under its name. */
void jloader_define (jloader *, jclass *);

/* All classes so far, by index. */
uint32_t jloader_n_classes (const jloader *);
jclass *jloader_class (const jloader *, uint32_t index);

/* Every class of the class path, by name, in order: what `lyre test DIR` or
 * `lyre test x.jar` looks through. */
typedef void (*jloader_visit_fn) (void *user, const char *name);
void jloader_each_on_path (jloader *, jloader_visit_fn, void *user);

/* A file of the class path by its path ("META-INF/MANIFEST.MF"): its bytes in
 * the given pool, or NULL. */
uint8_t *jloader_resource (jloader *, lyre_mem *, const char *path,
                           size_t *len);

jnames *jloader_names (jloader *);
lyre_arena *jloader_arena (jloader *);
const char *jloader_error (const jloader *);

#endif
