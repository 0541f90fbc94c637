import { isPublicKey } from '#system/site-image/signing-key';
import { isIP } from 'node:net';
import { z } from 'zod';
import { isNetwork } from '#system/egress/address-rules';
import { isHostRange } from '#system/process/identity';

export const Port = z.coerce.number().int().min(1).max(65535);
const FEWEST_PORTS = 10;
export const PortRange = z
  .string()
  .regex(/^\d{4,5}-\d{4,5}$/, 'ports as 30000-30999')
  .transform((text) => text.split('-').map(Number))
  .transform(([first = 0, last = 0]) => ({ first, last }))
  .refine(
    ({ first, last }) => first >= 1024 && last <= 65_535 && last - first + 1 >= FEWEST_PORTS,
    `ten ports or more between 1024 and 65535, as 30000-30999`,
  );
export const UidRange = z
  .string()
  .regex(/^\d{5}-\d{5}$/, 'uids as 20001-59999')
  .transform((text) => text.split('-').map(Number))
  .transform(([first = 0, last = 0]) => ({ first, last }))
  .refine(isHostRange, 'uids between 10001 and 65533 without 19990 to 19999, as 20001-59999');
export const Flag = z
  .enum(['0', '1', ''])
  .default('')
  .transform((value) => value === '1');
export const List = z
  .string()
  .default('')
  .transform((value) => value.split(/[\s,]+/).filter(Boolean));
export const Networks = List.refine(
  (networks) => networks.every(isNetwork),
  'networks as 10.1.0.0/16, or addresses',
);
/** Public keys of installations whose site images are accepted. */
export const ImageKeys = List.refine(
  (keys) => keys.every(isPublicKey),
  'public keys, each of 32 bytes in base64',
);
/**
 * In earlier versions `1` trusted every peer; an operator must now write the networks out, to choose it
 * knowingly.
 */
export const Proxies = z
  .string()
  .default('')
  .refine(
    (value) => value !== '1',
    'set the address or network of the proxy instead of 1, such as 172.16.0.0/12',
  )
  .transform((value) => (value === '0' ? [] : value.split(/[\s,]+/).filter(Boolean)))
  .refine((networks) => networks.every(isNetwork), 'addresses or networks as 10.1.0.0/16');
export const Text = z.string().min(1).optional();
/** DNS servers as `9.9.9.9`, `192.0.2.1:5353` or `[2001:db8::1]:53`. */
export const isDnsServer = (text: string): boolean =>
  isIP(text) !== 0 || /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]):\d{1,5}$/i.test(text);
export const DnsServers = List.refine(
  (servers) => servers.every(isDnsServer),
  'addresses as 9.9.9.9 or 192.0.2.1:53',
);
export const Bearer = z
  .string()
  .regex(/^[\w.~+/=-]+$/, 'letters, digits or . ~ + / = _ -')
  .optional();

/** Exactly as a browser writes it. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const LOOPBACK_ANY_PORT = 'http://localhost:*';
export const OverrideOrigins = List.refine(
  (origins) => origins.every((origin) => origin === LOOPBACK_ANY_PORT || isOrigin(origin)),
  `origins as https://remotes.example.com, or ${LOOPBACK_ANY_PORT}`,
);
export const EmbedOrigins = List.refine(
  (origins) => origins.every(isOrigin),
  'origins as https://portal.example.com',
).transform((origins) => (origins.length === 0 ? undefined : origins));
export const Ancestors = List.refine(
  (origins) => origins.every((origin) => origin === 'self' || isOrigin(origin)),
  'origins as https://portal.example.com, or self',
);
