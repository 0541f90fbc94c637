/** A changed value of the specification; the tests of its sentence must fail with it. */
export interface Mutant {
  /** Number of the sentence in `docs/spec-coverage.md`. */
  readonly rule: string;
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

const inside =
  (file: string) =>
  (rule: string, from: string, to: string): Mutant => ({ rule, file, from, to });

const constant = inside('shared/contract/src/constants.ts');
const condition = inside('shared/contract/src/call/conditions.ts');
const menu = inside('shell/src/routing/menu.ts');
const palette = inside('shared/ui/src/tokens.ts');
const bytes = inside('shared/sdk/src/format/format-bytes.ts');

/** Every constant of section 9. */
const CONSTANT_MUTANTS: readonly Mutant[] = [
  constant('9.01', 'TASK_POLL_MS = 5000', 'TASK_POLL_MS = 9000'),
  constant('9.02', 'TASK_POPOVER_ROWS = 5', 'TASK_POPOVER_ROWS = 6'),
  constant('9.03', 'TASK_NOTICE_WINDOW_MS = 24 * 3600_000', 'TASK_NOTICE_WINDOW_MS = 12 * 3600_000'),
  constant('9.03', 'TASK_NOTICE_WINDOW_MS = 24 * 3600_000', 'TASK_NOTICE_WINDOW_MS = 48 * 3600_000'),
  constant('9.04', 'TASK_TOAST_MS = 6000', 'TASK_TOAST_MS = 3000'),
  constant('9.04', 'TASK_TOAST_MS = 6000', 'TASK_TOAST_MS = 9000'),
  constant('9.05', 'UPLOAD_CHUNK_BYTES = 4_194_304', 'UPLOAD_CHUNK_BYTES = 2_097_152'),
  constant('9.06', 'CAPTCHA_COOLDOWN_MS = 60_000', 'CAPTCHA_COOLDOWN_MS = 30_000'),
  constant('9.06', 'CAPTCHA_COOLDOWN_MS = 60_000', 'CAPTCHA_COOLDOWN_MS = 90_000'),
  constant('9.07', 'LOGIN_REENABLE_MS = 1000', 'LOGIN_REENABLE_MS = 0'),
  constant('9.07', 'LOGIN_REENABLE_MS = 1000', 'LOGIN_REENABLE_MS = 2000'),
  constant('9.08', 'HOST_PAGE_SIZE = 10', 'HOST_PAGE_SIZE = 20'),
  constant('9.09', 'HOST_SCROLL_THRESHOLD_PX = 100', 'HOST_SCROLL_THRESHOLD_PX = 10'),
  constant('9.09', 'HOST_SCROLL_THRESHOLD_PX = 100', 'HOST_SCROLL_THRESHOLD_PX = 200'),
  constant('9.10', 'HOST_SCROLL_THROTTLE_MS = 300', 'HOST_SCROLL_THROTTLE_MS = 0'),
  constant('9.11', 'TASK_PAGE_SIZE = 20', 'TASK_PAGE_SIZE = 10'),
  constant('9.12', '[10, 20, 50, 100, 200, 300, 400]', '[10, 20, 50, 100, 200, 300]'),
  inside('shared/ui/src/table/ResourceTable.tsx')(
    '9.13',
    'showQuickJumper={!narrow}',
    'showQuickJumper={false}',
  ),
  constant('9.14', 'days: [1, 2, 3, 4, 5]', 'days: [1, 2, 3, 4, 5, 6]'),
  constant('9.14', 'days: [1, 2, 3, 4, 5]', 'days: [1, 2, 3, 4]'),
  constant('9.14', 'from: 9 * 60', 'from: 8 * 60'),
  constant('9.14', 'to: 17 * 60 + 45', 'to: 18 * 60'),
  constant('9.14', 'zone: 8 * 60', 'zone: 0'),
  constant('9.15', 'normal: 600', 'normal: 520'),
  constant('9.16', 'host: 450', 'host: 500'),
  inside('shell/src/layout/hosts/HostsModal.tsx')(
    '9.16',
    'width={MODAL_WIDTH.normal}',
    'width={MODAL_WIDTH.host}',
  ),
  constant('9.17', 'tip: 420', 'tip: 416'),
  constant('9.18', 'top: 0', 'top: 8'),
  constant('9.18', 'ms: 3000', 'ms: 5000'),
  constant('9.18', 'ms: 3000', 'ms: 1500'),
  constant('9.18', 'max: 3 ', 'max: 4 '),
  constant('9.18', 'max: 3 ', 'max: 2 '),
  bytes('9.19', "'EB', 'ZB', 'YB'", "'EB', 'ZB'"),
  bytes('9.19', 'unit === 0 ? 1024 : 1023.995', 'unit === 0 ? 1000 : 999.995'),
  bytes('9.19', 'value /= 1024', 'value /= 1000'),
  bytes('9.19', 'value.toFixed(2)', 'value.toFixed(1)'),
  inside('shared/ui/src/i18n/use-format.ts')('9.20', '(share * 100)}%', '(share * 1000)}‰'),
  inside('shell/src/tasks/ProgressFields.tsx')('9.20', 'format.percent(value)', 'String(value)'),
  constant('9.21', "primary: '#1677FF'", "primary: '#1890FF'"),
  constant('9.21', "success: '#30A46C'", "success: '#52C41A'"),
  constant('9.21', "warning: '#FB9A0E'", "warning: '#FAAD14'"),
  constant('9.21', "error: '#E5484D'", "error: '#FF4D4F'"),
  palette('9.21', " mark: '#1677FF'", " mark: '#1890FF'"),
  palette('9.21', "okMark: '#30A46C',\n  okText: '#18794E'", "okMark: '#52C41A',\n  okText: '#18794E'"),
  palette(
    '9.21',
    "warnMark: '#FB9A0E',\n  warnText: '#8F5400'",
    "warnMark: '#FAAD14',\n  warnText: '#8F5400'",
  ),
  palette('9.21', "errMark: '#E5484D',\n  errText: '#C62A2F'", "errMark: '#FF4D4F',\n  errText: '#C62A2F'"),
  inside('tooling/cli/src/preset/common-config.ts')(
    '9.22',
    'CHUNK_TIMEOUT_MS = 120_000',
    'CHUNK_TIMEOUT_MS = 60_000',
  ),
  constant('9.23', 'FLY_TO_MS = 600', 'FLY_TO_MS = 300'),
  constant('9.24', "COPYRIGHT_YEARS = '1993-2024'", "COPYRIGHT_YEARS = '1993-2026'"),
  inside('shared/sdk/src/verify/wire-password.ts')(
    '9.25',
    'const { ciphertext } = AES.encrypt(plain, Base64.parse(wireKey), { iv });',
    'const ciphertext = plain;',
  ),
  inside('shared/sdk/src/verify/wire-password.ts')(
    '9.25',
    'Base64.parse(wireKey)',
    "Utf8.parse('another key')",
  ),
];

const EXPERTS = inside('shell/src/layout/support-links.ts');
const SELECTOR = inside('shell/src/layout/HostName.tsx');
const STATUS = "serviceStatus.value === 'BLOCKING'";
const isBlocked = inside('shared/sdk/src/host/can.ts');
const pages = inside('shell/src/routing/pages.ts');

/** Sections 4 and 6 both state the menu of a suspended host. */
const blocked = (rule: string): readonly Mutant[] => [
  isBlocked(rule, STATUS, "serviceStatus.value !== 'NORMAL'"),
  isBlocked(rule, STATUS, "serviceStatus.value === 'CLOSED'"),
  menu(rule, '(!blocked || entry.whenBlocked)', 'true'),
  menu(rule, 'isBlocked(host) ? [] : shellEntries(locale)', 'shellEntries(locale)'),
];

/** Every rule of the menu, and of who sees which part of the header. */
const MENU_MUTANTS: readonly Mutant[] = [
  ...blocked('4.25'),
  pages('4.25', 'blocked && entry?.whenBlocked !== true', 'false'),
  condition('6.01', 'role: operatorType', "role: 'USER'"),
  pages('6.01', '.filter((route) => can(host, route))', ''),
  condition('6.02', 'roles?.includes(role) ?? true', 'true'),
  condition('6.02', 'roles?.includes(role) ?? true', 'roles?.includes(role) ?? false'),
  EXPERTS('6.03', "['USER', 'ADMINISTRATOR']", "['ADMINISTRATOR']"),
  EXPERTS('6.03', "['USER', 'ADMINISTRATOR']", "['USER']"),
  EXPERTS('6.03', 'EXPERT_ROLES.includes(role) ? links.expert : undefined', 'links.expert'),
  SELECTOR('6.04', "useLoginSource() === 'HOST_TOKEN'", "useLoginSource() === 'FTP'"),
  SELECTOR('6.04', "useLoginSource() === 'HOST_TOKEN'", 'useLoginSource() !== undefined'),
  condition('6.05', 'languages?.includes(language) ?? true', 'true'),
  condition('6.05', 'languages?.includes(language) ?? true', 'languages === undefined'),
  condition('6.06', 'products?.includes(productType) ?? true', 'true'),
  condition('6.06', 'products?.includes(productType) ?? true', 'products === undefined'),
  condition('6.07', '!notInstances.some((mark) => instanceType.includes(mark))', 'notInstances.length >= 0'),
  condition('6.07', 'instanceType.includes(mark)', 'instanceType === mark'),
  condition('6.07', 'instanceType.includes(mark)', 'mark.includes(instanceType)'),
  menu('6.08', 'titleWithout && !seen.has(titleWithout.path)', 'titleWithout && seen.has(titleWithout.path)'),
  menu('6.08', '? titleWithout.titleKey : titleKey', '? titleKey : titleKey'),
  condition('6.09', 'plugin === undefined || plugin === traits.plugin', 'plugin !== 2'),
  menu('6.10', 'isNew: entry.isNew', 'isNew: false'),
  condition('6.10', 'plugin: specInfo.plugin', 'plugin: 0'),
  ...blocked('6.11'),
];

export const MUTANTS: readonly Mutant[] = [...CONSTANT_MUTANTS, ...MENU_MUTANTS];
