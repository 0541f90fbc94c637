import { seccompFilter } from './seccomp-filter';

const [ALLOWED, NOT_PERMITTED, MISSING] = [0x7fff0000, 0x00050001, 0x00050026];
const NEW_USER = 0x10000000;
const SIGCHLD = 17;

interface SystemCall {
  readonly architecture: number;
  readonly number: number;
  readonly flags?: number;
}

/** What the kernel's interpreter returns for a system call. */
function verdict(filter: Buffer, { architecture, number, flags = 0 }: SystemCall): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  data.writeUInt32LE(flags, 16);
  let value = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const constant = filter.readUInt32LE(at * 8 + 4);
    const jump = (isTrue: boolean) => (at += filter.readUInt8(at * 8 + (isTrue ? 2 : 3)));
    switch (filter.readUInt16LE(at * 8)) {
      case 0x20:
        value = data.readUInt32LE(constant);
        break;
      case 0x15:
        jump(value === constant);
        break;
      case 0x35:
        jump(value >= constant);
        break;
      case 0x45:
        jump((value & constant) !== 0);
        break;
      case 0x06:
        return constant;
      default:
        throw new Error(`unknown instruction ${at}`);
    }
  }
  throw new Error('the program has no end');
}

/** Numbers of <asm/unistd.h>, and an unrelated call. */
const MACHINES = [
  { machine: 'x64', architecture: 0xc000003e, other: 0x40000003, clone: 56, unshare: 272, write: 1 },
  { machine: 'arm64', architecture: 0xc00000b7, other: 0x40000028, clone: 220, unshare: 97, write: 64 },
];

describe.each(MACHINES)('the filter of system calls on $machine', (numbers) => {
  const { machine, architecture } = numbers;
  const ask = (number: number, flags?: number, at = architecture) => {
    const filter = seccompFilter(machine);
    if (!filter) throw new Error('no filter');
    return verdict(filter, { architecture: at, number, ...(flags !== undefined && { flags }) });
  };

  it('refuses user namespaces and permits processes, threads and all else', () => {
    expect(ask(numbers.clone, NEW_USER | SIGCHLD)).toBe(NOT_PERMITTED);
    expect(ask(numbers.unshare, NEW_USER)).toBe(NOT_PERMITTED);
    expect(ask(numbers.clone, SIGCHLD)).toBe(ALLOWED);
    expect(ask(numbers.unshare, 0x400)).toBe(ALLOWED);
    expect(ask(numbers.write, NEW_USER)).toBe(ALLOWED);
  });

  it('reports clone3, whose flags it cannot read, as missing', () => {
    expect(ask(435)).toBe(MISSING);
  });

  it('reports every call of another architecture or interface as missing', () => {
    expect(ask(numbers.write, 0, numbers.other)).toBe(MISSING);
    expect(ask(0x40000000 + numbers.write)).toBe(MISSING);
  });
});

it('knows no filter for other machines', () => {
  expect(seccompFilter('riscv64')).toBeUndefined();
});
