/* Classes as their files describe them (Java 1.1 to 25).
 *
 * jclass_parse reads the bytes of a class file into a jclass: constant pool,
 * fields, methods with code, and the attributes that execution, coverage and
 * test writing need. It trusts nothing: every index, length and branch target
 * that the interpreter will use unchecked is checked here, and a bad file
 * gives an error text that names the place. Class files are not verified in
 * the JVM's sense; the interpreter guards its stack itself.
 *
 * A parsed class refers to other classes by name. The fields marked "linked"
 * are filled by vm/link.h when the class is first used. Everything lives in
 * the arena that was given and goes with it. */
#ifndef LYRE_JAVA_CLASSFILE_H
#define LYRE_JAVA_CLASSFILE_H

#include "java/classfile/names.h"

typedef struct jclass jclass;
typedef struct jfield jfield;
typedef struct jmethod jmethod;
struct jmodel;

enum {
  JACC_PUBLIC = 0x0001,
  JACC_PRIVATE = 0x0002,
  JACC_PROTECTED = 0x0004,
  JACC_STATIC = 0x0008,
  JACC_FINAL = 0x0010,
  JACC_SYNCHRONIZED = 0x0020,
  JACC_VARARGS = 0x0080, /* methods */
  JACC_NATIVE = 0x0100,
  JACC_INTERFACE = 0x0200,
  JACC_ABSTRACT = 0x0400,
  JACC_SYNTHETIC = 0x1000,
  JACC_ANNOTATION = 0x2000,
  JACC_ENUM = 0x4000,
};

/* ---------------------------------------------------------- constant pool */

typedef enum {
  JCP_NONE = 0, /* index 0, and the second half of a long or double */
  JCP_UTF8 = 1,
  JCP_INT = 3,
  JCP_FLOAT = 4,
  JCP_LONG = 5,
  JCP_DOUBLE = 6,
  JCP_CLASS = 7,
  JCP_STRING = 8,
  JCP_FIELD = 9,
  JCP_METHOD = 10,
  JCP_INTERFACE_METHOD = 11,
  JCP_NAME_AND_TYPE = 12,
  JCP_METHOD_HANDLE = 15,
  JCP_METHOD_TYPE = 16,
  JCP_DYNAMIC = 17,
  JCP_INVOKE_DYNAMIC = 18,
  JCP_MODULE = 19,
  JCP_PACKAGE = 20,
} jcp_tag;

typedef enum {
  JREF_GET_FIELD = 1,
  JREF_GET_STATIC,
  JREF_PUT_FIELD,
  JREF_PUT_STATIC,
  JREF_INVOKE_VIRTUAL,
  JREF_INVOKE_STATIC,
  JREF_INVOKE_SPECIAL,
  JREF_NEW_INVOKE_SPECIAL,
  JREF_INVOKE_INTERFACE,
} jref_kind;

/* One entry, with names already fetched from the entries it refers to. */
typedef struct {
  uint8_t tag;
  uint8_t ref_kind; /* METHOD_HANDLE */
  uint16_t ref;     /* METHOD_HANDLE: index of the member;
                       DYNAMIC, INVOKE_DYNAMIC: bootstrap method */
  union {
    int32_t i;
    int64_t l;
    float f;
    double d;
    struct {
      jname text;   /* UTF8, STRING; CLASS: the name; METHOD_TYPE: descriptor */
      uint32_t len; /* bytes of it */
    };
    struct {
      jname owner; /* FIELD, METHOD, INTERFACE_METHOD: class name */
      jname name;  /* and NAME_AND_TYPE, DYNAMIC, INVOKE_DYNAMIC */
      jname desc;
    };
  };
  void *linked; /* jclass *, jfield *, jmethod * or what vm/ caches */
} jcp_entry;

typedef struct {
  uint16_t handle; /* constant pool index of a METHOD_HANDLE */
  uint16_t n_args;
  const uint16_t *args; /* constant pool indices */
} jbootstrap;

/* ---------------------------------------------------------------- members */

/* What a value is in the machine: the first letter of a descriptor, with
 * boolean, byte, char and short kept apart, arrays as 'L'; 'V' for void. */
typedef char jkind;

typedef struct {
  uint16_t n_params;  /* without the receiver */
  uint16_t n_slots;   /* of locals they take, without the receiver */
  const jkind *kinds; /* Z B C S I J F D L */
  jkind ret;
  const jname *types; /* each parameter's descriptor */
  jname ret_type;
} jsignature;

struct jfield {
  jclass *owner;
  jname name, desc, generic; /* generic signature or NULL */
  uint16_t access;
  uint16_t constant; /* constant pool index of ConstantValue, or 0 */
  jkind kind;
  uint32_t slot; /* linked: in the object, or among the statics */
};

typedef struct {
  uint16_t start, end, handler;
  uint16_t type; /* constant pool index of a CLASS; 0 catches all */
} jhandler;

typedef struct {
  uint16_t pc, line;
} jline;

typedef struct {
  uint16_t start, len, slot;
  jname name, desc;
} jlocal;

struct jmethod {
  jclass *owner;
  jname name, desc, generic;
  uint16_t access;
  jsignature sig;
  uint16_t n_throws;
  const jname *throws;      /* declared exceptions: class names */
  const jname *param_names; /* n_params of them, or NULL where unknown */
  uint32_t code_len;        /* 0: abstract or native */
  const uint8_t *code;
  uint16_t max_stack, max_locals;
  uint16_t n_handlers, n_lines, n_locals;
  const jhandler *handlers;
  const jline *lines; /* sorted by pc */
  const jlocal *locals;
  /* linked */
  uint32_t index;             /* dense, over all methods of the run */
  const struct jmodel *model; /* what runs instead of the code, or NULL */
};

/* --------------------------------------------------------------- classes */

typedef struct {
  jname name, desc, generic;
} jcomponent; /* of a record */

typedef struct {
  jname inner, outer, simple; /* outer, simple may be NULL */
  uint16_t access;
} jinner;

typedef enum {
  JORIGIN_JDK,     /* the module image: library code */
  JORIGIN_PATH,    /* the class path: the program and its libraries */
  JORIGIN_BUILTIN, /* primitives, arrays, lambdas */
} jorigin;

struct jclass {
  jname name; /* "java/lang/String", "[I", "int" */
  jname super_name;
  uint16_t access, major;
  uint16_t n_pool, n_interfaces, n_fields, n_methods, n_bootstraps;
  uint16_t n_components, n_inner;
  bool is_record;
  jcp_entry *pool;
  const jname *interface_names;
  jfield *fields;
  jmethod *methods;
  const jbootstrap *bootstraps;
  const jcomponent *components;
  const jinner *inner;
  jname source_file, nest_host, generic;
  jname enclosing_class; /* of a local or anonymous class */
  /* set by the loader */
  jorigin origin;
  uint32_t index;  /* dense, over all classes of the run */
  jclass *element; /* of an array class */
  jkind element_kind;
  jkind primitive; /* of int.class and its like, else 0 */
  /* linked */
  bool is_linked;
  jclass *super;
  jclass **interfaces;
  jclass **ancestors; /* all super types, itself included */
  uint32_t n_ancestors;
  uint32_t n_slots, n_statics;
  jfield **slot_fields, **static_fields; /* by slot */
  jmethod *clinit;
  jclass *array;                /* the class of arrays of it, once made */
  const struct jlambda *lambda; /* of objects made by invokedynamic, or NULL */
};

/* What the interpreter wants to know of an instruction before it exists:
 * its length at PC, 0 if it is malformed. */
uint32_t jcode_length (const uint8_t *code, uint32_t code_len, uint32_t pc);

/* NULL after writing what is wrong to ERROR. The bytes may go afterwards. */
jclass *jclass_parse (lyre_arena *, jnames *, const uint8_t *bytes, size_t len,
                      char error[200]);

/* Splits a descriptor; false if it is malformed. */
bool jsignature_parse (lyre_arena *, jnames *, const char *desc, jsignature *);
/* Is it a field descriptor, as a whole? */
bool jdesc_is_field (const char *desc);

/* The line of an instruction, or 0. */
uint32_t jmethod_line (const jmethod *, uint32_t pc);
/* The name of parameter I: from MethodParameters or LocalVariableTable, or
 * "argI". Valid as long as NAMES. */
jname jmethod_param_name (jnames *, const jmethod *, uint32_t i);
bool jmethod_is (const jmethod *, uint16_t access_flag);

#endif
