import type { PhpParameter } from '@sitedeck/contract';
import type { ChangeStep } from '../../frame/use-settings-save';
import { hostEnvApi, replyOf } from '../../hostenv.api';
import { isParameter, parameterText, type PhpValues } from './php-fields';
import { isInImage, phpImage } from './php-image';

type Key = keyof PhpValues;
type OnOff = 'on' | 'off';
type Single = (value: string, version: number) => ReturnType<ChangeStep>;

const onOff = (value: string): OnOff => (value === 'on' ? 'on' : 'off');

/** Room for a value in an address: nginx takes request lines of 8 KB. */
const ADDRESS_MAX = 4096;
const fitsAddress = (value = ''): boolean => encodeURIComponent(value).length <= ADDRESS_MAX;

/** The call that changes one setting alone; parameters have `updatePhpParam`. */
function useSingleCalls(): Readonly<Record<Exclude<Key, PhpParameter>, Single>> {
  const [changeVersion] = hostEnvApi.useChangePhpVersionMutation();
  const [setLanguage] = hostEnvApi.useSetPhpLanguageMutation();
  const [setErrorLog] = hostEnvApi.useSetPhpErrorLogMutation();
  const [setOutputBuffer] = hostEnvApi.useSetPhpOutputBufferMutation();
  const [setUpload] = hostEnvApi.useSetPhpUploadMutation();
  const [setUploadSize] = hostEnvApi.useSetPhpUploadSizeMutation();
  const [disableFunctions] = hostEnvApi.useDisablePhpFunctionsMutation();
  const language =
    (a: 'php' | 'shortOpenTag' | 'displayErrors'): Single =>
    (value, version) =>
      replyOf(setLanguage({ params: { a, b: onOff(value) }, query: { version } }).unwrap());
  return {
    version: (v, version) => replyOf(changeVersion({ params: { v }, query: { version } }).unwrap()),
    enabled: language('php'),
    shortOpenTag: language('shortOpenTag'),
    displayErrors: language('displayErrors'),
    errorLog: (value, version) =>
      replyOf(setErrorLog({ params: { value: onOff(value) }, query: { version } }).unwrap()),
    outputBuffer: (value, version) =>
      replyOf(setOutputBuffer({ params: { value: onOff(value) }, query: { version } }).unwrap()),
    upload: (value, version) =>
      replyOf(setUpload({ params: { value: onOff(value) }, query: { version } }).unwrap()),
    uploadMiB: (value, version) =>
      replyOf(setUploadSize({ params: { value: Number(value) }, query: { version } }).unwrap()),
    functions: (value, version) =>
      replyOf(disableFunctions({ params: { value: value || 'none' }, query: { version } }).unwrap()),
  };
}

/**
 * The calls that save these settings: a single one by its own call, several as one version by `writeConfig`,
 * which also takes a list of functions that is too long for an address. Parameters that the image form lacks follow
 * one by one.
 */
export function usePhpSteps(): (
  changed: readonly Key[],
  values: Partial<PhpValues>,
) => readonly ChangeStep[] {
  const singles = useSingleCalls();
  const [write] = hostEnvApi.useWriteConfigMutation();
  const [update] = hostEnvApi.useUpdatePhpParamMutation();

  return (changed, values) => {
    const single = (key: Key): ChangeStep => {
      const value = values[key] ?? '';
      if (!isParameter(key)) return (version) => singles[key](value, version);
      const body = { phpIniKey: key, phpIniValue: parameterText(key, value) };
      return (version) => replyOf(update({ body, query: { version } }).unwrap());
    };
    const together = changed.filter(isInImage);
    const others = changed.filter((key) => !isInImage(key));
    const isSingle =
      together.length < 2 && (!together.includes('functions') || fitsAddress(values.functions));
    if (isSingle) return [...together, ...others].map(single);
    const image = phpImage(together, values);
    return [
      (version) => replyOf(write({ body: { image }, query: { version } }).unwrap()),
      ...others.map(single),
    ];
  };
}
