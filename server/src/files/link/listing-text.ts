import { isUtf8 } from 'node:buffer';
import type { CallReply, listFolder } from '@sitedeck/contract';
import { JsonText } from '#system/streams/json-text';

type Listing = CallReply<typeof listFolder>;

const STRING = String.raw`"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\0-\x1f]*)*"`;
const COUNT = String.raw`\d{1,16}`;

/** Everything before the entries. */
const HEAD = new RegExp(
  `^\\{"path":${STRING},"total":${COUNT},"folders":${COUNT},"ownerUid":\\d{1,10},"writable":(?:true|false),"entries":\\[`,
);
/** One entry and what follows it: the next entry or the end. */
const ENTRY = new RegExp(
  `\\{"name":${STRING},"type":"(?:file|folder|link|other)","size":${COUNT},"mtime":-?${COUNT},` +
    `"mode":"[0-7]{3,4}","uid":\\d{1,10}(?:,"target":${STRING})?(?:,"unreadableName":true,"rawName":"[\\w-]*")?\\}(?:,(?=\\{)|\\]\\}$)`,
  'y',
);
const EMPTY = ']}';

/** Writes a listing in the exact form that `isListing` checks. */
export function listingText({ path, total, folders, ownerUid, writable, entries }: Listing): JsonText {
  return new JsonText(JSON.stringify({ path, total, folders, ownerUid, writable, entries }));
}

/**
 * Whether a text is a listing as the contract defines it, with nothing else in it. Checks the text itself: parsing and
 * writing it again would cost many times as much.
 */
export function isListing(given: JsonText): boolean {
  // The bytes are passed on, so every reader must decode them the same way.
  if (!isUtf8(given.bytes)) return false;
  const { text } = given;
  const head = HEAD.exec(text)?.[0];
  if (head === undefined) return false;
  if (text.endsWith(EMPTY) && text.length === head.length + EMPTY.length) return true;
  let checked = head.length;
  ENTRY.lastIndex = checked;
  while (ENTRY.test(text)) checked = ENTRY.lastIndex;
  return checked === text.length;
}
