import type { BackupTarget, TargetAddress } from '@sitedeck/contract';

export type TargetType = TargetAddress['is'];

/** All fields as text. An empty secret of a saved target stays as it was. */
export interface TargetInput {
  readonly is: TargetType;
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly folder: string;
  readonly privateKey: string;
  readonly url: string;
  readonly password: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}
export type TargetField = Exclude<keyof TargetInput, 'is'>;

const EMPTY: TargetInput = {
  is: 'sftp',
  name: '',
  host: '',
  port: '22',
  user: '',
  folder: 'sitedeck',
  privateKey: '',
  url: '',
  password: '',
  endpoint: '',
  bucket: '',
  region: '',
  accessKey: '',
  secretKey: '',
};

/** The form of a saved target, without its secrets, or an empty form. */
export function formOf(target: BackupTarget | undefined): TargetInput {
  if (!target) return EMPTY;
  const { name, place } = target;
  const shared = { ...EMPTY, is: place.is, name };
  if (place.is === 'sftp')
    return { ...shared, host: place.host, port: String(place.port), user: place.user, folder: place.folder };
  if (place.is === 'rest') return { ...shared, url: place.url, user: place.user ?? '' };
  const { endpoint, bucket, folder, region = '' } = place;
  return { ...shared, endpoint, bucket, folder, region };
}

const nonEmpty = <Name extends string>(name: Name, value: string): { readonly [N in Name]?: string } =>
  (value === '' ? {} : { [name]: value }) as { readonly [N in Name]?: string };

/** Converts the form to the location that the call takes. */
export function locationOf(form: TargetInput, fingerprint: string | undefined): TargetAddress {
  const { is, host, port, user, folder, url, endpoint, bucket, region } = form;
  if (is === 'sftp')
    return {
      is,
      host: host.trim(),
      port: Number(port),
      user: user.trim(),
      folder: folder.trim(),
      ...nonEmpty('privateKey', form.privateKey),
      ...nonEmpty('fingerprint', fingerprint ?? ''),
    };
  if (is === 'rest')
    return { is, url: url.trim(), ...nonEmpty('user', user.trim()), ...nonEmpty('password', form.password) };
  return {
    is,
    endpoint: endpoint.trim(),
    bucket: bucket.trim(),
    folder: folder.trim() || 'sitedeck',
    ...nonEmpty('region', region.trim()),
    ...nonEmpty('accessKey', form.accessKey),
    ...nonEmpty('secretKey', form.secretKey),
  };
}

const NEEDED: Readonly<Record<TargetType, readonly TargetField[]>> = {
  sftp: ['name', 'host', 'port', 'user', 'folder'],
  rest: ['name', 'url'],
  s3: ['name', 'endpoint', 'bucket'],
};
const SECRETS: Readonly<Record<TargetType, readonly TargetField[]>> = {
  sftp: ['privateKey'],
  rest: [],
  s3: ['accessKey', 'secretKey'],
};

/** Required fields that are empty; a saved target needs no secrets. */
export function missingIn(form: TargetInput, isSaved: boolean): readonly TargetField[] {
  const needed = [...NEEDED[form.is], ...(isSaved ? [] : SECRETS[form.is])];
  return needed.filter((field) => form[field].trim() === '');
}

/** The server that a confirmed key belongs to. */
export const serverOf = ({ is, host, port }: TargetInput): string => `${is} ${host.trim()} ${port.trim()}`;
