"""A filter of system calls: the layer that needs no privilege and that no code can bypass.

The filter is a small BPF program (seccomp(2), bpf(4)). Calls on the lists below fail with "not
permitted"; all others pass, because Python and its libraries use many harmless ones. Threads are
allowed, processes are not; files may be opened, but not for writing. Numbers are those of the
kernel's unistd headers for x86-64 and arm64; None if that architecture has no such call.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform

from kibitz.bots.remote.sandbox import system

# struct seccomp_data: nr, arch, instruction pointer, six arguments of 64 bits.
NR, ARCH = 0, 4
ARGUMENTS = 16
LOAD, EQUAL, ABOVE, SET, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW = 0x7FFF0000
REFUSE = 0x00050000  # | errno
X32 = 0x40000000  # calls of the 32-bit interface of x86-64 have this bit
CLONE_THREAD = 0x00010000
WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FILTER_MODE = 2

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column below, audit number

CallTable = dict[str, tuple[int | None, int | None]]

PROCESSES: CallTable = {
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
}
NETWORK: CallTable = {
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
}
# Calls that reach into other processes.
OTHERS: CallTable = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "tkill": (200, 130),
    "kcmp": (312, 272),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
}
# Calls that take processor time from others.
PRIORITY: CallTable = {
    "setpriority": (141, 140),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
}
# Memory that is in no address space, so that the limit on address space does not count it.
MEMORY: CallTable = {
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
}
# Calls that affect the machine, or have a history of vulnerabilities.
MACHINE: CallTable = {
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "quotactl": (179, 60),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
}
WRITING: CallTable = {
    "creat": (85, None),
    "truncate": (76, 45),
    "ftruncate": (77, 46),
    "fallocate": (285, 47),
    "unlink": (87, None),
    "unlinkat": (263, 35),
    "rename": (82, None),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "mkdir": (83, None),
    "mkdirat": (258, 34),
    "rmdir": (84, None),
    "link": (86, None),
    "linkat": (265, 37),
    "symlink": (88, None),
    "symlinkat": (266, 36),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "utimensat": (280, 88),
    "futimesat": (261, None),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
}
# Does nothing but reports success, which programs expect. The scheduler may give each session a
# share as large as the opponent's, and by its session everything that a bot started is found.
SETSID = (112, 157)
# Calls that are refused depending on their arguments.
CLONE = (56, 220)
CLONE3 = (435, 435)
KILL = (62, 129)
TGKILL = (234, 131)
PRLIMIT = (302, 261)
OPEN = (2, None)
OPENAT = (257, 56)
OPENAT2 = (437, 437)


class Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("jump_true", ctypes.c_uint8),
        ("jump_false", ctypes.c_uint8),
        ("k", ctypes.c_uint32),
    )


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.POINTER(Instruction)))


Step = tuple[int, int, int, int]  # code, jump if true, jump if false, k
RELOAD: Step = (LOAD, 0, 0, NR)


def build(
    machine: str, *, pid: int, processes: bool, writing: bool, opening: bool, signals: bool
) -> list[Step]:
    """Build the filter for an architecture. True allows.

    `processes`: starting them; `writing`: changing files by name; `opening`: opening files for
    writing (if Landlock decides which); `signals`: signalling others.
    """
    column, arch = MACHINES[machine]
    steps: list[Step] = [
        (LOAD, 0, 0, ARCH),
        (EQUAL, 1, 0, arch),
        _refuse(errno.EPERM),  # another architecture's numbers would mean other calls
        RELOAD,
        (ABOVE, 0, 1, X32),
        _refuse(errno.ENOSYS),
    ]
    for table in (NETWORK, OTHERS, PRIORITY, MEMORY, MACHINE):
        steps += _refuse_all(table, column)
    steps += _when(SETSID[column], [_refuse(0)])
    # clone3 and openat2 pass their flags by pointer: callers fall back to the older calls.
    if not processes:
        steps += _refuse_all(PROCESSES, column)
        steps += _when(CLONE3[column], [_refuse(errno.ENOSYS)])
        steps += _when(
            CLONE[column],
            [(LOAD, 0, 0, ARGUMENTS), (SET, 1, 0, CLONE_THREAD), _refuse(errno.EPERM)],
        )
    if not writing:
        steps += _refuse_all(WRITING, column)
    if not opening:
        steps += _when(OPENAT2[column], [_refuse(errno.ENOSYS)])
        for number, place in ((OPEN[column], 1), (OPENAT[column], 2)):
            flags = (LOAD, 0, 0, ARGUMENTS + 8 * place)
            steps += _when(number, [flags, (SET, 0, 1, WRITING_FLAGS), _refuse(errno.EPERM)])
    if not signals:
        own = [(LOAD, 0, 0, ARGUMENTS), (EQUAL, 1, 0, pid), _refuse(errno.EPERM)]
        steps += _when(KILL[column], own) + _when(TGKILL[column], own)
    # Limits of another process; 0 is the caller itself.
    steps += _when(
        PRLIMIT[column], [(LOAD, 0, 0, ARGUMENTS), (EQUAL, 1, 0, 0), _refuse(errno.EPERM)]
    )
    return [*steps, (RETURN, 0, 0, ALLOW)]


def _refuse(number: int) -> Step:
    return (RETURN, 0, 0, REFUSE | number)


def _refuse_all(table: CallTable, column: int) -> list[Step]:
    steps: list[Step] = []
    for numbers in table.values():
        steps += _when(numbers[column], [_refuse(errno.EPERM)], reload=False)
    return steps


def _when(number: int | None, body: list[Step], *, reload: bool = True) -> list[Step]:
    """Run the body if the call has this number; afterwards the number is reloaded."""
    if number is None:
        return []
    again = [RELOAD] if reload else []
    return [(EQUAL, 0, len(body), number), *body, *again]


def install(*, processes: bool, writing: bool, opening: bool, signals: bool) -> bool:
    """Irrevocably install the filter on this process; False if unsupported."""
    machine = platform.machine()
    if not system.LINUX or machine not in MACHINES:
        return False
    steps = build(
        machine,
        pid=os.getpid(),
        processes=processes,
        writing=writing,
        opening=opening,
        signals=signals,
    )
    instructions = (Instruction * len(steps))(*(Instruction(*step) for step in steps))
    program = Program(len(steps), instructions)
    try:
        system.prctl(system.PR_SET_SECCOMP, FILTER_MODE, ctypes.byref(program))
    except OSError:
        return False
    return True
