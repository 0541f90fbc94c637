import { isIP } from 'node:net';

const bitsOf = (mask: string): number | undefined => {
  const binary = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  const zero = binary.indexOf('0');
  return /^1*0*$/.test(binary) ? (zero < 0 ? 32 : zero) : undefined;
};

/**
 * Converts `10.1`, `10.1.0.0/16`, `10.1.0.0/255.255.0.0` or an address to nginx's form; undefined for any
 * other text.
 */
export function networkOf(text: string): string | undefined {
  const [address = '', mask, ...more] = text.split('/');
  if (more.length > 0) return undefined;
  const partial = /^\d{1,3}(?:\.\d{1,3}){0,2}\.?$/.test(address) ? address.replace(/\.$/, '').split('.') : [];
  if (partial.length > 0 && mask === undefined && partial.every((part) => Number(part) < 256))
    return `${[...partial, '0', '0', '0'].slice(0, 4).join('.')}/${partial.length * 8}`;
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return undefined;
  if (mask === undefined) return address;
  const bits = isIP(mask) === 4 ? bitsOf(mask) : /^\d{1,3}$/.test(mask) ? Number(mask) : undefined;
  if (bits === undefined) return undefined;
  return bits <= (family === 4 ? 32 : 128) ? `${address}/${bits}` : undefined;
}

/** A regular expression that matches the IP addresses of a network as text; undefined if it would be long. */
export function networkPattern(network: string): string | undefined {
  const [address = '', bits] = network.split('/');
  const escaped = address.replaceAll('.', '\\.');
  if (bits === undefined || (isIP(address) === 4 && bits === '32')) return `^${escaped}$`;
  if (isIP(address) !== 4 || !['8', '16', '24'].includes(bits)) return undefined;
  return `^${address
    .split('.')
    .slice(0, Number(bits) / 8)
    .join('\\.')}\\.`;
}
