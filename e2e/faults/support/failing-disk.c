/* Preloaded into a process, this fails its fsync and fdatasync with EIO while the file that FAILING_DISK names exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int (*real(const char *name))(int) { return (int (*)(int))dlsym(RTLD_NEXT, name); }

static int fails(void) {
  const char *file = getenv("FAILING_DISK");
  return file && access(file, F_OK) == 0;
}

static int sync_or_fail(const char *name, int fd) {
  if (!fails()) return real(name)(fd);
  errno = EIO;
  return -1;
}

int fsync(int fd) { return sync_or_fail("fsync", fd); }
int fdatasync(int fd) { return sync_or_fail("fdatasync", fd); }
