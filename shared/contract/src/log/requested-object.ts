import { backupObject, imageObject } from './record-texts';

/** Fields of a body that name what a call is about, the best first. */
const FIELDS = [
  'path',
  'paths',
  'image',
  'name',
  'source',
  'redirects',
  'extension',
  'phpIniKey',
  'hostCode',
  'hostName',
  'point',
  'taskId',
  'files',
  'to',
] as const;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectIn(field: string, value: unknown): string {
  // Calls about settings have a text of the same name.
  if (field === 'image') return typeof value === 'number' ? imageObject(value) : '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return field === 'point' ? backupObject(value) : String(value);
  return Array.isArray(value) ? objectIn(field, value[0]) : requestedObject(value);
}

/** The object that a request names, in the form in which handlers log it; empty if it names none. */
export function requestedObject(body: unknown): string {
  if (!isRecord(body)) return '';
  for (const field of FIELDS) {
    const object = Object.hasOwn(body, field) ? objectIn(field, body[field]) : '';
    if (object !== '') return object;
  }
  return '';
}
