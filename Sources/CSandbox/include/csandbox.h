#ifndef CSANDBOX_H
#define CSANDBOX_H

/* The rights that a process gives up before it reads foreign bytes. */

#include <stdint.h>

/* Limits the address space (bytes) and the processor time (seconds) of this process, takes away core dumps, the writing
   of files and every descriptor above 2, and lets it die with its parent. 0, or errno. */
int csandbox_limit(uint64_t memory, uint32_t seconds);

/* From here on: no file is opened, no socket made, no program started, no privilege gained, no memory made
   executable. What a decoder may ask
   for and do without is refused with EPERM; asking for a network, a program or another process ends this one. 0, or
   errno where the kernel has no filters: the limits hold all the same. */
int csandbox_close(void);

#endif
