/** The fixed numbers of the product. */

/** Upload slice, bytes: 4 MiB. */
export const UPLOAD_CHUNK_BYTES = 4_194_304;
/** Interval of the task list's polls while a host is loaded, ms. */
export const TASK_POLL_MS = 5000;
/** A task that this page has just started or stopped is asked for at this pace, for so long, ms. */
export const TASK_FOLLOW = { everyMs: 400, forMs: 5000 } as const;
/** Zone of the hosts' local time: hours of backups, names of exported files. */
export const HOST_ZONE = 'Asia/Shanghai';
/** Rows in the task popover. */
export const TASK_POPOVER_ROWS = 5;
/** A task that finished longer ago than this gets no completion toast, ms. */
export const TASK_NOTICE_WINDOW_MS = 24 * 3600_000;
/** How long a toast about a task stays, ms. */
export const TASK_TOAST_MS = 6000;
/** Task page sizes on offer; the default is not the first one. */
export const TASK_PAGE_SIZES = [10, 20, 50, 100, 200, 300, 400] as const;
export const TASK_PAGE_SIZE = 20;
/** Rows of one page of the host selector. */
export const HOST_PAGE_SIZE = 10;
/** The next page of hosts loads when the list is scrolled this close to its end, px. */
export const HOST_SCROLL_THRESHOLD_PX = 100;
export const HOST_SCROLL_THROTTLE_MS = 300;
/** Wait after the last typed character before the host search is sent, ms (our choice). */
export const HOST_SEARCH_PAUSE_MS = 250;
/** Hours of customer service: days (0 is Sunday) and minutes of the day; `to` is exclusive. */
export const SERVICE_HOURS = {
  days: [1, 2, 3, 4, 5],
  from: 9 * 60,
  to: 17 * 60 + 45,
  /** Offset from UTC, minutes: Asia/Shanghai has had no daylight saving time since 1991. */
  zone: 8 * 60,
} as const;
/** Wait before another one-time code can be requested, ms. */
export const CAPTCHA_COOLDOWN_MS = 60_000;
/** Lifetime of a one-time code, ms, and the number of wrong tries it allows (issue "Shell, complete"). */
export const ONE_TIME_CODE_MS = 10 * 60_000;
export const ONE_TIME_CODE_TRIES = 5;
/** How long a sign-in by portal token proves the user's identity, ms. */
export const FRESH_ENTRY_MS = 5 * 60_000;
/** Shortest and longest password that a user may choose, characters. */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const;
/** Wait after the reply before the sign-in button is enabled again, ms. */
export const LOGIN_REENABLE_MS = 1000;
/** Message toasts: distance from the top (px), duration (ms), maximum shown at once. */
export const TOAST = { top: 0, ms: 3000, max: 3 } as const;
/** Modal widths, px. */
export const MODAL_WIDTH = { normal: 600, host: 450, tip: 420 } as const;
/** Duration of the dot's flight from a button to the task entry, ms. */
export const FLY_TO_MS = 600;
export const COPYRIGHT_YEARS = '1993-2024';
/** The interface's four mark colours (dots, bars, icons, charts); text uses the variants of the theme. */
export const COLORS = {
  primary: '#1677FF',
  success: '#30A46C',
  warning: '#FB9A0E',
  error: '#E5484D',
} as const;

/** HTTP status of API and file service when the session has ended. */
export const SESSION_EXPIRED_STATUS = 996;

/** Why a session has ended: by expiry, or by a change that a user made to its host. */
export const SESSION_ENDINGS = ['session-expired', 'host-removed', 'password-changed'] as const;
export type SessionEnding = (typeof SESSION_ENDINGS)[number];

export const isSessionEnding = (reason: unknown): reason is SessionEnding =>
  SESSION_ENDINGS.some((ending) => ending === reason);

/** A session ends this long after the user's last call, ms. */
export const SESSION_IDLE_MS = 30 * 60_000;
/** A session ends this long after sign-in in any case, ms. */
export const SESSION_ABSOLUTE_MS = 12 * 3600_000;
/** Lifetime of a portal token, which can be used once, ms. */
export const TOKEN_MS = 5 * 60_000;
/** Lifetime of a download link, ms. */
export const FILE_LINK_MS = 60_000;
/** An upload without data for this long releases the workspace lock, ms. */
export const UPLOAD_LEASE_MS = 60_000;
/** The loader gives up on a remote's entry after this time, ms. */
export const REMOTE_ENTRY_TIMEOUT_MS = 8000;
/** The page reports a remote as slow after this loading time, ms. */
export const REMOTE_SLOW_MS = 4000;
/** `cat` refuses larger files and a search skips them, bytes: an editor in the browser can't handle more. */
export const CAT_LIMIT_BYTES = 10 * 1024 * 1024;

/** Maximum number of entries in one archive, unless the provider sets a limit for the host. */
export const ARCHIVE_ENTRIES_DEFAULT = 200_000;
/** Highest limit that a plan may set: each entry takes about 1 KB of memory during the work, and an inode. */
export const ARCHIVE_ENTRIES_MAX = 1_000_000;
/** Highest limit of mail per hour that a plan may set, recipients. */
export const MAILS_PER_HOUR_MAX = 1_000_000;
/** Budget of a federation entry, bytes in brotli (goals: 8 kB). */
export const REMOTE_ENTRY_BUDGET_BYTES = 8000;
/** Budget of all scripts of a remote, bytes in brotli (goals: Files with its editor 560 kB, minus shell and Home). */
export const REMOTE_TOTAL_BUDGET_BYTES = 280_000;
/** Limits of a published package, unpacked: bytes, and number of files. */
export const REMOTE_PACKAGE_BYTES = 20 * 1024 * 1024;
export const REMOTE_PACKAGE_FILES = 500;
/** What `gc` keeps at least (issue "Platform"). */
export const REMOTE_KEPT_VERSIONS = 3;
export const REMOTE_KEPT_MS = 7 * 24 * 3600_000;
/** A page that has not responded for this long since a remote was shown counts as hung, ms. */
export const REMOTE_HANG_MS = 8000;

/**
 * Bounds of what the programs of one host may use together: MiB of memory, processes and threads, percent of one
 * processor, and weights among busy hosts, of which each has 100 by default.
 */
export const HOST_LIMITS = {
  memoryMib: { min: 64, max: 1_048_576 },
  processes: { min: 32, max: 32_768 },
  cpuPercent: { min: 5, max: 102_400 },
  cpuWeight: { min: 10, max: 1000 },
  ioWeight: { min: 10, max: 1000 },
} as const;
/** Home shows for this long that a host's programs reached a limit, ms. */
export const SHARE_HIT_MS = 24 * 3600_000;
