import { faultMessage, isFaultReason } from '@sitedeck/contract/fault-message';
import type { FaultReason } from '@sitedeck/contract';
import { isRefusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';

/** Entries that are named; further ones are only counted. */
const NAMED = 100;
/** The length of a zip's comment has 16 bits. */
const COMMENT_MAX = 0xffff;

interface One {
  readonly path: string;
  readonly reason: FaultReason;
}

function reasonOf(why: unknown): FaultReason {
  const named = refusalOf(why);
  if (isRefusal(named)) return named.reason;
  return isFaultReason(why) ? why : 'entry-unreadable';
}

/** Terminals display the comment: names in it must not contain control sequences. */
const printable = (path: string): string => path.replace(/\p{C}/gu, '?');

const lineOf = ({ path, reason }: One): string =>
  `${printable(path)}: ${faultMessage(reason, 'en-US')} / ${faultMessage(reason, 'zh-CN')}\n`;

/** Entries of a selection that are not in its archive, each with the reason. */
export class LeftOut {
  private readonly named: One[] = [];
  private count = 0;

  /** @param why a refusal, its reason, or an error of the file system */
  add(path: Buffer, why: unknown): void {
    this.count += 1;
    if (this.named.length < NAMED) this.named.push({ path: path.toString(), reason: reasonOf(why) });
  }

  /** As it is stored in the task's row. */
  get lines(): string[] {
    return this.named.map(({ path, reason }) => `${path}: ${reason}`);
  }

  /** The archive's comment, in both languages, for anyone who receives it later. Empty if nothing was left out. */
  comment(): Buffer {
    if (this.count === 0) return Buffer.alloc(0);
    let text = `Left out of this archive / 未打包的项目 (${this.count}):\n`;
    for (const one of this.named) {
      const more = text + lineOf(one);
      if (Buffer.byteLength(more) > COMMENT_MAX) break;
      text = more;
    }
    return Buffer.from(text);
  }
}
