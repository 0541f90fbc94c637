/**
 * A filter of system calls for programs in a cage: no user namespaces, in which a program would be root and could
 * reach much more of the kernel. The kernel reads it as classic BPF (`struct sock_filter`, eight bytes each, in the
 * byte order of the machine: both supported architectures are little-endian).
 */

interface Architecture {
  /** `AUDIT_ARCH_*` of <linux/audit.h>. */
  readonly audit: number;
  /** Numbers of system calls. */
  readonly clone: number;
  readonly unshare: number;
}

const ARCHITECTURES: ReadonlyMap<string, Architecture> = new Map([
  ['x64', { audit: 0xc000003e, clone: 56, unshare: 272 }],
  ['arm64', { audit: 0xc00000b7, clone: 220, unshare: 97 }],
]);

/** The same number on every architecture. */
const CLONE3 = 435;
/** On x86-64, numbers from here on are those of another interface (x32). */
const X32 = 0x4000_0000;
const CLONE_NEWUSER = 0x1000_0000;

/** `BPF_LD | BPF_W | BPF_ABS`: loads a word of `struct seccomp_data`. */
const LOAD = 0x20;
/** `BPF_JMP` with `BPF_JEQ`, `BPF_JGE`, `BPF_JSET`, compared with a constant. */
const [IF_EQUAL, IF_AT_LEAST, IF_BITS] = [0x15, 0x35, 0x45];
const RETURN = 0x06;

/** Offsets in `struct seccomp_data`. */
const [NUMBER, AUDIT_ARCH, FIRST_ARGUMENT] = [0, 4, 16];

const ALLOW = 0x7fff_0000;
const failWith = (errno: number) => 0x0005_0000 | errno;
const [EPERM, ENOSYS] = [failWith(1), failWith(38)];

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, constant: number];

/**
 * `clone3` passes its flags in memory, which a filter can't read: it is reported as missing, and the C library falls
 * back to `clone`. Jumps count the instructions that are skipped.
 */
const programFor = ({ audit, clone, unshare }: Architecture): readonly Instruction[] => [
  [LOAD, 0, 0, AUDIT_ARCH],
  [IF_EQUAL, 1, 0, audit],
  [RETURN, 0, 0, ENOSYS],
  [LOAD, 0, 0, NUMBER],
  [IF_AT_LEAST, 8, 0, X32],
  [IF_EQUAL, 7, 0, CLONE3],
  [IF_EQUAL, 2, 0, clone],
  [IF_EQUAL, 1, 0, unshare],
  [RETURN, 0, 0, ALLOW],
  [LOAD, 0, 0, FIRST_ARGUMENT],
  [IF_BITS, 1, 0, CLONE_NEWUSER],
  [RETURN, 0, 0, ALLOW],
  [RETURN, 0, 0, EPERM],
  [RETURN, 0, 0, ENOSYS],
];

const INSTRUCTION_BYTES = 8;

/** The filter for a machine (`process.arch`); undefined if none is known for it. */
export function seccompFilter(machine: string): Buffer | undefined {
  const architecture = ARCHITECTURES.get(machine);
  if (!architecture) return undefined;
  const program = programFor(architecture);
  const filter = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  program.forEach(([code, ifTrue, ifFalse, constant], index) => {
    const at = index * INSTRUCTION_BYTES;
    filter.writeUInt16LE(code, at);
    filter.writeUInt8(ifTrue, at + 2);
    filter.writeUInt8(ifFalse, at + 3);
    filter.writeUInt32LE(constant, at + 4);
  });
  return filter;
}
