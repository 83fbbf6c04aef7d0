/* Java programs that run on the JVM for us; see their files in jvm/. */
#ifndef LYRE_JAVA_PROGRAMS_H
#define LYRE_JAVA_PROGRAMS_H

extern const char jprogram_probe[], jprogram_jupiter[], jprogram_junit4[],
    jprogram_coverage[];

#endif
