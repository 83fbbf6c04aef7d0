/* Objects on the heap of a state.
 *
 * Forms:
 *   JOBJ_PLAIN   a jval per instance field, by jfield.slot
 *   JOBJ_RAW     a primitive array whose elements are all concrete, packed
 *   JOBJ_SLOTS   any other array: a jval per element
 *   JOBJ_TEXT    a String, StringBuilder or StringBuffer: its characters
 *   JOBJ_CLASS   a java.lang.Class, which also holds the statics of the class
 *                it stands for (slots by jfield.slot) and whether that class
 *                has been initialised
 *
 * An array whose length is symbolic has `length_term` set: it has `n` slots,
 * and the path condition says that the length is at most n.
 *
 * Text. A concrete text is a jtext, UTF-16 units as in Java. A symbolic text
 * is a term of sort String whose characters are UTF-16 units as well, that
 * is, code points up to 0xFFFF: surrogate pairs are two characters. Nothing
 * of the JDK's own layout (byte[] value, coder) exists; vm/text.c shows JDK
 * code that insists on it a byte[] made for the occasion. */
#ifndef LYRE_JAVA_OBJECT_H
#define LYRE_JAVA_OBJECT_H

#include "java/classfile/classfile.h"
#include "java/heap/trie.h"
#include "java/heap/value.h"

typedef enum {
  JOBJ_PLAIN,
  JOBJ_RAW,
  JOBJ_SLOTS,
  JOBJ_TEXT,
  JOBJ_CLASS,
} jobj_form;

/* Immutable while shared; one owner may append in place. */
typedef struct {
  uint32_t refs;
  uint32_t len, cap;
  uint16_t units[];
} jtext;

typedef enum {
  JINIT_NONE,
  JINIT_RUNNING,
  JINIT_DONE,
  JINIT_FAILED,
} jinit;

typedef struct {
  jcount count;
  uint8_t form;
  uint8_t init;         /* JOBJ_CLASS: a jinit */
  uint8_t depth;        /* of an input: how far from a parameter */
  bool is_vm_made;      /* an exception that no program code made */
  bool is_input;        /* made up for a parameter: fields may be '?' */
  uint32_t n;           /* slots, or elements */
  uint32_t length_term; /* arrays: lyre_term.id, 0 if the length is n */
  jclass *cls;          /* for JOBJ_CLASS the class it stands for */
  jname origin;         /* of an input: its name, else NULL */
  union {
    jval slots[1];  /* PLAIN, SLOTS, CLASS */
    uint8_t raw[1]; /* RAW: elements of jraw_size bytes */
    struct {        /* TEXT */
      jtext *text;  /* NULL if it is symbolic, or only bytes are known yet */
      uint32_t text_term; /* the term, 0 if not made */
      jref bytes;         /* JDK code's byte[] for it, 0 if not made */
      uint8_t coder;      /* of bytes: 0 Latin-1, 1 UTF-16 */
    };
  };
} jobject;

/* Bytes per element of a primitive array: Z B 1, C S 2, I F 4, J D 8. */
uint32_t jraw_size (jkind);

jobject *jobject_new (lyre_mem *, jobj_form, jclass *, uint32_t n);
jobject *jobject_new_raw (lyre_mem *, jclass *array, uint32_t n);
/* For tries. */
jcount *jobject_copy (lyre_mem *, const jcount *);
void jobject_drop (lyre_mem *, jcount *);

/* Elements of either array form; I < n. */
jval jarray_get (const jobject *, uint32_t i);
/* A concrete element of a JOBJ_RAW that has one owner. */
void jraw_set (jobject *, uint32_t i, jval);

jtext *jtext_new (lyre_mem *, const uint16_t *units, uint32_t len);
/* From modified UTF-8, or plain UTF-8: surrogates are made as needed. */
jtext *jtext_from_utf8 (lyre_mem *, const char *, size_t len);
jtext *jtext_share (jtext *);
void jtext_drop (lyre_mem *, jtext *);
bool jtext_eq (const jtext *, const jtext *);
/* S with units added, in place if *S has one owner. */
void jtext_append (lyre_mem *, jtext **s, const uint16_t *units, uint32_t len);
/* UTF-8 for people: lone surrogates as \uXXXX. Zero-terminated, in MEM. */
char *jtext_utf8 (lyre_mem *, const uint16_t *units, uint32_t len);

#endif
