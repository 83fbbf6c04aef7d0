/* The Java programs that run on the JVM for us, as text. */
#include "java/junit/programs.h"

#define PROGRAM(NAME, FILE)                                                    \
  __asm__(".section .rodata\n"                                                 \
          ".global jprogram_" NAME "\n"                                        \
          ".hidden jprogram_" NAME "\n"                                        \
          "jprogram_" NAME ":\n"                                               \
          ".incbin \"src/java/junit/jvm/" FILE "\"\n"                          \
          ".byte 0\n"                                                          \
          ".previous\n")

PROGRAM ("probe", "Probe.java");
PROGRAM ("jupiter", "Jupiter.java");
PROGRAM ("junit4", "JUnit4.java");
PROGRAM ("coverage", "Coverage.java");
