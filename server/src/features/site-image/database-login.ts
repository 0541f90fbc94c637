import { z } from 'zod';
import type { HostDatabase } from '#system/mariadb/connection/server';

/** The login that programs of the site use for its database. It lies in an image's configuration, which is never shown. */
const Configuration = z.object({
  databaseLogin: z.object({ name: z.string(), user: z.string(), password: z.string().min(1) }).optional(),
});

/** @param configuration JSON in the wire form */
export const withLogin = (configuration: string, login: HostDatabase | undefined): string =>
  login === undefined ? configuration : JSON.stringify({ ...parsed(configuration), databaseLogin: login });

/** What may be shown of an image's configuration. */
export function withoutLogin(configuration: string): string {
  const { databaseLogin: _, ...shown } = parsed(configuration);
  return JSON.stringify(shown);
}

export const loginIn = (configuration: string): HostDatabase | undefined =>
  Configuration.safeParse(parsed(configuration)).data?.databaseLogin;

function parsed(configuration: string): Record<string, unknown> {
  const value: unknown = JSON.parse(configuration);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
