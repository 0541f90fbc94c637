export { beaconOf, sendBeacon } from './call/beacon';
export { call } from './call/call';
export type { Call, CallOptions, InputOf, UploadProgress } from './call/call-shape';
export { returnTarget, signInAddress } from './call/return-target';
export { isFault, toFault } from './call/to-fault';
export { serverNow } from './clock/server-now';
export { usePulse } from './clock/use-pulse';
export { dropDraft, dropDrafts, keptDrafts, type Draft } from './drafts/drafts';
export { useDraft, useKeepDraft } from './drafts/use-draft';
export { formatBytes } from './format/format-bytes';
export { formatAgo, formatDuration, formatTime } from './format/format-time';
export { can, isBlocked, useCan, type Conditions } from './host/can';
export { updateHost } from './host/update-host';
export { hostTitle, useCurrentHost, useLoginSource } from './host/use-current-host';
export { kernel } from './kernel/cell';
export { installKernel, setHost, type KernelAuth, type KernelOptions } from './kernel/kernel';
export type { FaultTone, KernelEvents } from './kernel/kernel-events';
export type { MissingToken, TokenSource } from './call/access';
export type { GetToken, NoToken } from './call/portal-token';
export { fileAddress } from './call/file-address';
export { serverAddress } from './call/server-address';
export { KernelProvider } from './kernel/KernelProvider';
export type { Kernel, LocalTaskAnswer, LocalTaskHandle, LocalTaskStart } from './kernel/kernel-shape';
export {
  REMOTE_API_VERSION,
  type Brand,
  type RemoteContext,
  type RemoteNav,
  type RemotePermissions,
  type RemoteSurface,
} from './remote-context';
export {
  browserPreferences,
  readPreferences,
  writePreferences,
  type Preferences,
  type ThemeChoice,
} from './settings/preferences';
export { setLocale, setTheme, useLocale, useTheme, type Scheme } from './settings/use-settings';
export { pollPause } from './tasks/poll-pace';
export { cancelLocalTask, dropLocalTask, startLocalTask, useLocalTasks } from './tasks/local-tasks';
export { needsPage } from './tasks/local-tasks-slice';
export type { FailedFile, LocalTask, LocalTaskKind } from './tasks/local-tasks-slice';
export { pageLocks, type Locks } from './tasks/channel-locks';
export { isActive } from './tasks/is-active';
export { pollTasksNow, useLock, useTask, useTaskChanges, useTasks } from './tasks/use-tasks';
export type { WorkspaceLock } from './tasks/workspace-lock';
export { sealPassword } from './verify/seal-password';
