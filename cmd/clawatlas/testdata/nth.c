// Runs a program and ends, fails or fills it at the Nth time that it changes a file
// below a directory or sends to a server.
//
//	nth count|kill|fail|full N DIR PROGRAM ARGS...
//
// kill: SIGKILL before the Nth change; fail: that change answers EIO; full: it and all
// later ones that need room answer ENOSPC. With count nothing is disturbed, and the
// number of changes is printed to the file descriptor 3. Changes are seen by ptrace, not by
// a library that is loaded first: Go writes files without libc.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRACE(nr) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (nr), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE)

static void child(char **argv) {
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		TRACE(SYS_write), TRACE(SYS_pwrite64), TRACE(SYS_writev), TRACE(SYS_pwritev), TRACE(SYS_ftruncate),
		TRACE(SYS_fallocate), TRACE(SYS_fsync), TRACE(SYS_fdatasync), TRACE(SYS_copy_file_range), TRACE(SYS_sendto),
		TRACE(SYS_rename), TRACE(SYS_renameat), TRACE(SYS_renameat2), TRACE(SYS_unlink), TRACE(SYS_unlinkat),
		TRACE(SYS_mkdirat), TRACE(SYS_mkdir), TRACE(SYS_link), TRACE(SYS_linkat),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = {sizeof filter / sizeof *filter, filter};
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) || raise(SIGSTOP) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog)) _exit(125);
	execvp(argv[0], argv);
	_exit(126);
}

// text reads a path of the program's memory.
static void text(pid_t pid, unsigned long at, char *out) {
	for (size_t i = 0; i < PATH_MAX - sizeof(long); i += sizeof(long)) {
		errno = 0;
		long word = ptrace(PTRACE_PEEKDATA, pid, at + i, 0);
		memcpy(out + i, &word, sizeof word);
		if (errno || memchr(&word, 0, sizeof word)) break;
	}
}

// counts says whether a call changes a file below dir or sends to a server.
static int counts(pid_t pid, struct user_regs_struct *r, const char *dir) {
	char link[64], path[PATH_MAX + 16] = "";
	switch (r->orig_rax) {
	case SYS_rename: case SYS_unlink: case SYS_mkdir: case SYS_link:
		text(pid, r->rdi, path);
		break;
	case SYS_renameat: case SYS_renameat2: case SYS_unlinkat: case SYS_mkdirat: case SYS_linkat:
		text(pid, r->rsi, path);
		if (path[0] != '/' && path[0]) return 1; // relative to a directory that is open
		break;
	default:
		snprintf(link, sizeof link, "/proc/%d/fd/%d", pid, (int)(r->orig_rax == SYS_copy_file_range ? r->rdx : r->rdi));
		ssize_t n = readlink(link, path, PATH_MAX);
		path[n < 0 ? 0 : n] = 0;
		if (!strncmp(path, "socket:", 7)) return (int)r->rdi > 2;
	}
	return !strncmp(path, dir, strlen(dir));
}

static int room(long nr) {
	return nr == SYS_write || nr == SYS_pwrite64 || nr == SYS_writev || nr == SYS_pwritev || nr == SYS_fallocate ||
		nr == SYS_copy_file_range || nr == SYS_mkdir || nr == SYS_mkdirat || nr == SYS_link || nr == SYS_linkat;
}

int main(int argc, char **argv) {
	if (argc < 5) return 125;
	char *mode = argv[1], *dir = argv[3];
	long at = atol(argv[2]), n = 0;
	int status, code = 125;
	pid_t root = fork(), pid;
	if (root == 0) child(argv + 4);
	if (waitpid(root, &status, 0) < 0 || !WIFSTOPPED(status) ||
	    ptrace(PTRACE_SETOPTIONS, root, 0, PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_EXITKILL))
		return 125;
	ptrace(PTRACE_CONT, root, 0, 0);
	while ((pid = waitpid(-1, &status, __WALL)) > 0) {
		if (WIFEXITED(status) || WIFSIGNALED(status)) {
			if (pid == root) code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
			continue;
		}
		int sig = WSTOPSIG(status), event = status >> 16;
		struct user_regs_struct r;
		if (event == PTRACE_EVENT_SECCOMP && !ptrace(PTRACE_GETREGS, pid, 0, &r) && counts(pid, &r, dir)) {
			n++;
			if (n == at && !strcmp(mode, "kill")) {
				kill(root, SIGKILL);
			} else if ((n == at && !strcmp(mode, "fail")) || (n >= at && !strcmp(mode, "full") && room(r.orig_rax))) {
				r.orig_rax = -1;
				r.rax = !strcmp(mode, "fail") ? -EIO : -ENOSPC;
				ptrace(PTRACE_SETREGS, pid, 0, &r);
			}
		}
		ptrace(PTRACE_CONT, pid, 0, event || sig == SIGSTOP || sig == SIGTRAP ? 0 : sig);
	}
	dprintf(3, "%ld\n", n);
	return code;
}
