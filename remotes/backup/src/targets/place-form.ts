import type { BackupTarget, TargetAddress } from '@sitedeck/contract';

export type PlaceKind = TargetAddress['is'];

/** What is typed: all fields as texts. Empty secrets of a saved target stay as they were. */
export interface PlaceForm {
  readonly is: PlaceKind;
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
export type PlaceField = Exclude<keyof PlaceForm, 'is'>;

const EMPTY: PlaceForm = {
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

/** The form of a saved target, without its secrets, or an empty one. */
export function formOf(target: BackupTarget | undefined): PlaceForm {
  if (!target) return EMPTY;
  const { name, place } = target;
  const shared = { ...EMPTY, is: place.is, name };
  if (place.is === 'sftp')
    return { ...shared, host: place.host, port: String(place.port), user: place.user, folder: place.folder };
  if (place.is === 'rest') return { ...shared, url: place.url, user: place.user ?? '' };
  const { endpoint, bucket, folder, region = '' } = place;
  return { ...shared, endpoint, bucket, folder, region };
}

const given = <Name extends string>(name: Name, value: string): { readonly [N in Name]?: string } =>
  (value === '' ? {} : { [name]: value }) as { readonly [N in Name]?: string };

/** The form as the call takes it. */
export function placeOf(form: PlaceForm, fingerprint: string | undefined): TargetAddress {
  const { is, host, port, user, folder, url, endpoint, bucket, region } = form;
  if (is === 'sftp')
    return {
      is,
      host: host.trim(),
      port: Number(port),
      user: user.trim(),
      folder: folder.trim(),
      ...given('privateKey', form.privateKey),
      ...given('fingerprint', fingerprint ?? ''),
    };
  if (is === 'rest')
    return { is, url: url.trim(), ...given('user', user.trim()), ...given('password', form.password) };
  return {
    is,
    endpoint: endpoint.trim(),
    bucket: bucket.trim(),
    folder: folder.trim() || 'sitedeck',
    ...given('region', region.trim()),
    ...given('accessKey', form.accessKey),
    ...given('secretKey', form.secretKey),
  };
}

const NEEDED: Readonly<Record<PlaceKind, readonly PlaceField[]>> = {
  sftp: ['name', 'host', 'port', 'user', 'folder'],
  rest: ['name', 'url'],
  s3: ['name', 'endpoint', 'bucket'],
};
const SECRETS: Readonly<Record<PlaceKind, readonly PlaceField[]>> = {
  sftp: ['privateKey'],
  rest: [],
  s3: ['accessKey', 'secretKey'],
};

/** Fields that have to be filled in and are not; a saved target has its secrets. */
export function missingIn(form: PlaceForm, isSaved: boolean): readonly PlaceField[] {
  const needed = [...NEEDED[form.is], ...(isSaved ? [] : SECRETS[form.is])];
  return needed.filter((field) => form[field].trim() === '');
}

/** The server that a confirmed key belongs to. */
export const serverOf = ({ is, host, port }: PlaceForm): string => `${is} ${host.trim()} ${port.trim()}`;
