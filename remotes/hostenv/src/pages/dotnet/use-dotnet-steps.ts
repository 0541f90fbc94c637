import type { DotNetConfig } from '@sitedeck/contract';
import type { ChangeStep } from '../../frame/use-settings-save';
import { hostEnvApi, replyOf } from '../../hostenv.api';

/**
 * The call that saves .NET settings: version and mode by `changeDotNetVersion`, the trust level by its own call, all
 * together as one version by `writeConfig`.
 */
export function useDotNetSteps(): (after: DotNetConfig, before: DotNetConfig) => readonly ChangeStep[] {
  const [changeVersion] = hostEnvApi.useChangeDotNetVersionMutation();
  const [setTrust] = hostEnvApi.useSetTrustedLevelMutation();
  const [write] = hostEnvApi.useWriteConfigMutation();

  return (after, before) => {
    const { version: v, mode, trustLevel } = after;
    const isVersion = v !== before.version || mode !== before.mode;
    const isTrust = trustLevel !== before.trustLevel;
    if (isVersion && isTrust) {
      const image = { dotnetVersion: v, dotnetMode: mode, dotNetTrustedLevel: trustLevel };
      const body = { image: JSON.stringify(image) };
      return [(version) => replyOf(write({ body, query: { version } }).unwrap())];
    }
    if (isVersion)
      return [(version) => replyOf(changeVersion({ params: { v, mode }, query: { version } }).unwrap())];
    return [(version) => replyOf(setTrust({ params: { v: trustLevel }, query: { version } }).unwrap())];
  };
}
