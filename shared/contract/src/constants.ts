/** The fixed numbers of the product (specification, section 9, unless a line names another source). */

/** Upload slice, bytes: 4 MiB. */
export const UPLOAD_CHUNK_BYTES = 4_194_304;
/** A page polls the task list this often while a host is loaded, ms. */
export const TASK_POLL_MS = 5000;
/** Rows in the task popover. */
export const TASK_POPOVER_ROWS = 5;
/** A finished task older than this raises no completion toast, ms. */
export const TASK_NOTICE_WINDOW_MS = 24 * 3600_000;
/** A toast about a task stays this long, ms. */
export const TASK_TOAST_MS = 6000;
/** Task page sizes offered; the first number is not the default. */
export const TASK_PAGE_SIZES = [10, 20, 50, 100, 200, 300, 400] as const;
export const TASK_PAGE_SIZE = 20;
/** The host selector loads pages of this many rows. */
export const HOST_PAGE_SIZE = 10;
/** The next host page loads when the list is this near its end, px. */
export const HOST_SCROLL_THRESHOLD_PX = 100;
export const HOST_SCROLL_THROTTLE_MS = 300;
/** Somebody types: the search is asked once the keys rest, ms (ours). */
export const HOST_SEARCH_PAUSE_MS = 250;
/** Customer service is there on these days (0 is Sunday), in minutes of the day; `to` no longer belongs to it. */
export const SERVICE_HOURS = {
  days: [1, 2, 3, 4, 5],
  from: 9 * 60,
  to: 17 * 60 + 45,
  /** Ahead of UTC, minutes: Asia/Shanghai has had no summer time since 1991 (decisions, "Areas"). */
  zone: 8 * 60,
} as const;
/** A one-time code can be asked for again after this time, ms. */
export const CAPTCHA_COOLDOWN_MS = 60_000;
/** A one-time code serves this long, ms, and bears this many wrong tries (issue "Shell, complete"). */
export const ONE_TIME_CODE_MS = 10 * 60_000;
export const ONE_TIME_CODE_TRIES = 5;
/** An entry by portal token proves who somebody is for this long, ms (decisions, "Step-up"). */
export const FRESH_ENTRY_MS = 5 * 60_000;
/** Shortest and longest password somebody may set, characters. */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const;
/** The sign-in button comes back this long after the reply, ms. */
export const LOGIN_REENABLE_MS = 1000;
/** Message toasts: distance from the top (px), time (ms), how many at once. */
export const TOAST = { top: 0, ms: 3000, max: 3 } as const;
/** Modal widths, px. */
export const MODAL_WIDTH = { normal: 600, host: 450, tip: 420 } as const;
/** A dot flies from a button to the task entry in this time, ms. */
export const FLY_TO_MS = 600;
export const COPYRIGHT_YEARS = '1993-2024';
/** The four marks of the interface (dots, bars, icons, charts; text uses the variants of the theme). */
export const COLORS = {
  primary: '#1677FF',
  success: '#30A46C',
  warning: '#FB9A0E',
  error: '#E5484D',
} as const;

/** The session has ended (specification, section 8): answered as this HTTP status by the API and the file service. */
export const SESSION_EXPIRED_STATUS = 996;

/** Why a session is over: by itself, or because of what somebody did to its host. */
export const SESSION_ENDINGS = ['session-expired', 'host-removed', 'password-changed'] as const;
export type SessionEnding = (typeof SESSION_ENDINGS)[number];

export const isSessionEnding = (reason: unknown): reason is SessionEnding =>
  SESSION_ENDINGS.some((ending) => ending === reason);

/** Session ends after this long without a call of the user's, ms (decisions, "Session and login"). */
export const SESSION_IDLE_MS = 30 * 60_000;
/** Session ends after this long whatever happens, ms (decisions, "Session and login"). */
export const SESSION_ABSOLUTE_MS = 12 * 3600_000;
/** A portal token lives this long and serves once, ms (decisions, "Provider API"). */
export const TOKEN_MS = 5 * 60_000;
/** A download link lives this long, ms (decisions, "Session and login"). */
export const FILE_LINK_MS = 60_000;
/** An upload without data for this long releases the workspace lock, ms (decisions, "Tasks"). */
export const UPLOAD_LEASE_MS = 60_000;
/** Remote loading gives up on an entry after this time, ms (design, "Micro-frontends"). */
export const REMOTE_ENTRY_TIMEOUT_MS = 8000;
/** A remote still loading after this time is told to be slow, ms (interface, section 2). */
export const REMOTE_SLOW_MS = 4000;
/** `cat` refuses a larger file and a search leaves it out, bytes: an editor in the browser is of no use beyond it. */
export const CAT_LIMIT_BYTES = 10 * 1024 * 1024;

/** Default limit of entries in one archive, if the provider sets none for a host. */
export const ARCHIVE_ENTRIES_DEFAULT = 200_000;
/** Highest limit that a plan may have: each entry takes about a kilobyte of memory during the work, and an inode. */
export const ARCHIVE_ENTRIES_MAX = 1_000_000;
/** A federation entry may weigh this much, bytes in brotli (goals: 8 kB). */
export const REMOTE_ENTRY_BUDGET_BYTES = 8000;
/** All scripts of a remote together, bytes in brotli (goals: Files with its editor 560 kB in all, less shell and Home). */
export const REMOTE_TOTAL_BUDGET_BYTES = 280_000;
/** A published package, unpacked, bytes; and its files. */
export const REMOTE_PACKAGE_BYTES = 20 * 1024 * 1024;
export const REMOTE_PACKAGE_FILES = 500;
/** `gc` keeps at least these (issue "Platform"). */
export const REMOTE_KEPT_VERSIONS = 3;
export const REMOTE_KEPT_MS = 7 * 24 * 3600_000;
/** The page has been busy for this long since a remote was shown: it hangs, ms. */
export const REMOTE_HANG_MS = 8000;
