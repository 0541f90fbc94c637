import { SESSION_ABSOLUTE_MS } from '@sitedeck/contract';

export interface SessionCookie {
  readonly name: string;
  /** Value of a Set-Cookie header. */
  set(token: string): string;
  clear(): string;
  /** The token in a Cookie header, or undefined. */
  read(header: string | undefined): string | undefined;
}

/**
 * @param tls with TLS, the cookie's name binds it to this exact origin, and browsers never send it without
 * TLS
 */
export function sessionCookie(tls: boolean): SessionCookie {
  const name = tls ? '__Host-sitedeck_session' : 'sitedeck_session';
  const rules = `Path=/; HttpOnly; SameSite=Lax${tls ? '; Secure' : ''}`;
  const start = `${name}=`;
  return {
    name,
    set: (token) => `${start}${token}; Max-Age=${SESSION_ABSOLUTE_MS / 1000}; ${rules}`,
    clear: () => `${start}; Max-Age=0; ${rules}`,
    read: (header) => {
      if (header === undefined) return undefined;
      for (let from = 0; from < header.length;) {
        const end = header.indexOf(';', from);
        const stop = end === -1 ? header.length : end;
        while (header[from] === ' ') from += 1;
        if (header.startsWith(start, from)) return header.slice(from + start.length, stop) || undefined;
        from = stop + 1;
      }
      return undefined;
    },
  };
}
