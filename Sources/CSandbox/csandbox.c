#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int limit(int what, rlim_t value) {
  struct rlimit wanted = {.rlim_cur = value, .rlim_max = value};
  return setrlimit((__rlimit_resource_t)what, &wanted) == 0 ? 0 : errno;
}

int csandbox_limit(uint64_t memory, uint32_t seconds) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#ifdef SYS_close_range
  syscall(SYS_close_range, 3, ~0U, 0);
#endif
  /* Every arena of the allocator reserves 64 MB of addresses, which the limit counts. */
  mallopt(M_ARENA_MAX, 1);
  int failed = limit(RLIMIT_CORE, 0);
  if (!failed) failed = limit(RLIMIT_FSIZE, 0);
  if (!failed) failed = limit(RLIMIT_CPU, seconds);
  if (!failed) failed = limit(RLIMIT_AS, memory);
  return failed;
}

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifndef THIS_ARCHITECTURE

int csandbox_close(void) { return ENOSYS; }

#else

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* The lower half of an argument: both architectures are little-endian. */
#define LOAD_ARGUMENT(n) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[n]))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))
#define IF(number, action) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), action
#define ALLOW(name) IF(SYS_##name, RETURN(SECCOMP_RET_ALLOW))
#define KILL(name) IF(SYS_##name, RETURN(SECCOMP_RET_KILL_PROCESS))
/* Allowed unless a bit of an argument is set, or only if it is. */
#define ALLOW_WITHOUT(name, argument, bit)                                                                             \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD_ARGUMENT(argument),                                      \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bit), 0, 1), REFUSE(EPERM), RETURN(SECCOMP_RET_ALLOW)
#define ALLOW_WITH(name, argument, bit)                                                                                \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD_ARGUMENT(argument),                                      \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bit), 1, 0), RETURN(SECCOMP_RET_KILL_PROCESS), RETURN(SECCOMP_RET_ALLOW)

int csandbox_close(void) {
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
      RETURN(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      /* Reading the picture and writing the answer: both are open already. */
      ALLOW(read), ALLOW(pread64), ALLOW(readv), ALLOW(write), ALLOW(writev), ALLOW(lseek), ALLOW(close), ALLOW(fstat),
      /* Memory that is never code. */
      ALLOW_WITHOUT(mmap, 2, PROT_EXEC), ALLOW_WITHOUT(mprotect, 2, PROT_EXEC), ALLOW(munmap), ALLOW(mremap),
      ALLOW(madvise), ALLOW(brk),
      /* Threads, which need no process of their own. clone3 hides its flags behind a pointer: without it the C library
         uses clone. */
      ALLOW_WITH(clone, 0, CLONE_THREAD), IF(SYS_clone3, REFUSE(ENOSYS)), ALLOW(futex), ALLOW(set_robust_list),
#ifdef SYS_rseq
      ALLOW(rseq),
#endif
      ALLOW(gettid), ALLOW(getpid), ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(sched_getattr),
      ALLOW(sched_setattr), ALLOW(sched_getparam), ALLOW(sched_getscheduler), ALLOW(sigaltstack),
      ALLOW(rt_sigprocmask), ALLOW(rt_sigaction), ALLOW(rt_sigreturn), ALLOW(tgkill), ALLOW(restart_syscall),
      /* Time, chance, and the end. */
      ALLOW(clock_gettime), ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(getrandom), ALLOW(sysinfo), ALLOW(uname),
      ALLOW(exit), ALLOW(exit_group),
      /* No decoder asks for these unless foreign code runs in it. */
      KILL(socket), KILL(connect), KILL(execve), KILL(execveat), KILL(ptrace), KILL(process_vm_writev), KILL(kill),
      KILL(bpf), KILL(mount), KILL(unshare), KILL(setns),
#ifdef SYS_fork
      KILL(fork), KILL(vfork),
#endif
      REFUSE(EPERM),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  /* Without root's rights a filter is only taken from who can gain no others. */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

#endif
