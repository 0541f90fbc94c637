/**
 * Facade of antd and of our own components that every page shows. Lean on purpose: it is in the console's first
 * request. Components that only some pages need go to `page`, `more`, `date`, `extra` or `editor`.
 */
export { default as Button } from 'antd/es/button';
export type { ButtonProps } from 'antd/es/button';
export { default as ConfigProvider } from 'antd/es/config-provider';
export { MenuDropdown as Dropdown } from './parts/MenuDropdown';
export type { DropdownProps } from 'antd/es/dropdown';
export { default as Menu } from 'antd/es/menu';
export type { MenuProps } from 'antd/es/menu';
export { KeptFocusModal as Modal } from './parts/KeptFocusModal';
export type { ModalProps } from 'antd/es/modal';
// Modal imports it anyway, so it adds nothing to the first request.
export { default as Skeleton } from 'antd/es/skeleton';
export { default as Tooltip } from 'antd/es/tooltip';

export { useConfirm } from './confirm/confirm-context';
export type { ConfirmOptions, TypedOptions } from './confirm/confirm-context';
export { SafeHtml } from './confirm/SafeHtml';
export { useDialog } from './dialog/dialog-context';
export { addTexts } from './i18n/texts';
export type { Texts } from './i18n/texts';
export { createTranslator } from './i18n/translator';
export type { Text, Translator } from './i18n/translator';
export { useLocaleFormat } from './i18n/use-format';
export { useText, useTranslator } from './i18n/use-text';
export { EmptyState } from './parts/EmptyState';
export { FaultNotice } from './parts/FaultNotice';
export { IconButton } from './parts/IconButton';
export { InlineAlert, type AlertKind } from './parts/InlineAlert';
export { LockedTip } from './parts/LockedTip';
export { Crumbs, PageHeader } from './parts/PageHeader';
export type { Crumb } from './parts/PageHeader';
export { SecretField } from './parts/SecretField';
export { StatusDot } from './parts/StatusDot';
export { TaskStatusTag } from './parts/TaskStatusTag';
export { TextField } from './parts/TextField';
export { TimeSentence, TimeText } from './parts/TimeText';
export { useCopy } from './parts/use-copy';
export { TaskProgress } from './progress/TaskProgress';
export { useNarrow } from './provider/use-narrow';
export { useBlocked, type BlockedReason as Blocked } from './lock/use-blocked';
export { downloadFile, saveFrom } from './download/download-file';
export { flyToTasks, showTaskStarted, TASK_ENTRY, type WindowPosition } from './motion/fly-to-tasks';
export { FailedState } from './parts/FailedState';
export { Reference } from './parts/FaultNotice';
export { Tag } from './parts/Tag';
export { ProgressBar } from './progress/ProgressBar';
export { countedParts, DOT, progressParts } from './progress/progress-line';
export { nameKeyOf, taskNameKey } from './progress/task-name';
export { timeWords } from './progress/time-words';
export { sharedTexts } from './i18n/shared-texts';
export { useMedia, useReducedMotion } from './provider/use-media';
export { UiProvider } from './provider/UiProvider';
export type { UiProviderProps } from './provider/UiProvider';
export { makeTheme } from './theme';
export * from './tokens';
export { makeMount } from './mount/make-mount';
export type { MountedRemote } from './mount/make-mount';
export { useVerify } from './verify/use-verify';
export type { VerifyOutcome, VerifyRequest } from './verify/verify-request';
export { loadToasts } from './feedback/load-toasts';
export { App, useFeedback } from './feedback/use-feedback';
