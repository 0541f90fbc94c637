import { getTask, queryTaskList, updateTask, type Task } from '@sitedeck/contract';
import type { Call, Exchange } from '../call/call-shape';
import { serverNow } from '../clock/server-now';
import type { Events } from '../kernel/events';
import type { KernelEvents } from '../kernel/kernel-events';
import type { TaskStream } from '../kernel/kernel-shape';
import type { SdkStore } from '../kernel/store';
import { pageLocks } from './channel-locks';
import { followTask, withTask } from './follow-task';
import { standForLeader } from './leader';
import { endMark, makeAnnouncedMarks, noticesOf, openMark, type AnnouncedMarks } from './notices';
import { makePause } from './pause';
import { pollPause } from './poll-pace';
import { tasksArrived } from './tasks-slice';

interface StreamDeps {
  readonly store: SdkStore;
  readonly events: Events<KernelEvents>;
  readonly exchange: Exchange;
  readonly call: Call;
}

/** Messages between pages of one browser on one host. */
type Message =
  | { readonly is: 'tasks'; readonly tasks: readonly Task[]; readonly announced: readonly string[] }
  | { readonly is: 'poll' }
  | { readonly is: 'follow'; readonly id: number }
  | { readonly is: 'here'; readonly visible: boolean };

export function makeTaskStream(deps: StreamDeps): TaskStream {
  let watched: Watch | undefined;
  return {
    watch: (hostCode) => {
      watched?.stop();
      deps.store.dispatch(tasksArrived([]));
      watched = watchHost(hostCode, deps);
    },
    pollNow: () => watched?.pollNow(),
    follow: (id) => watched?.follow(id),
    stop: () => {
      watched?.stop();
      watched = undefined;
    },
  };
}

type Watch = Required<Pick<TaskStream, 'pollNow' | 'follow' | 'stop'>>;

/** The list as the last poll returned it. */
interface LastPoll {
  readonly etag: string | undefined;
  readonly tasks: readonly Task[] | undefined;
}

/**
 * Asks for a list that has changed since the last poll. A reply about one task may come late and be older than that
 * list: then only the complete list corrects it.
 */
const conditionFor = (polled: LastPoll | undefined, latest: readonly Task[] | undefined) =>
  polled?.etag !== undefined && polled.tasks === latest ? { headers: { 'If-None-Match': polled.etag } } : {};

const isVisible = () => document.visibilityState === 'visible';

function watchHost(hostCode: string, { store, exchange, events, call }: StreamDeps): Watch {
  const announceTasks = makeAnnouncer({ events, call });
  const name = `sitedeck.tasks.${hostCode}`;
  const end = new AbortController();
  const pause = makePause();
  const channel = new BroadcastChannel(name);
  const announced = makeAnnouncedMarks(hostCode, storageOrNone());
  const post = (message: Message) => channel.postMessage(message);
  let latest: readonly Task[] | undefined;
  let polled: LastPoll | undefined;

  const take = (tasks: readonly Task[]) => {
    if (JSON.stringify(tasks) === JSON.stringify(latest)) return;
    latest = tasks;
    store.dispatch(tasksArrived(tasks));
  };

  const share = () => latest && post({ is: 'tasks', tasks: latest, announced: [...announced.marks] });

  /** Only in a visible page: a toast in a background page would vanish unseen. */
  const announceLatest = () => {
    if (latest && isVisible()) announceTasks(latest, announced);
  };

  const publish = (tasks: readonly Task[]) => {
    take(tasks);
    announceLatest();
    share();
  };

  const poll = async (signal: AbortSignal) => {
    const options = { signal, ...conditionFor(polled, latest) };
    const reply = await exchange(queryTaskList, { params: { hostCode } }, options);
    const { status, header, res } = reply;
    if (status === 304 || signal.aborted) return;
    publish(res as readonly Task[]);
    polled = { etag: header('etag'), tasks: latest };
  };

  const follow = async (id: number) => {
    const ask = (signal: AbortSignal) => call(getTask, { params: { id } }, { signal });
    pause.wake();
    await followTask({ ask, onReply: (task) => publish(withTask(latest, task)) }, end.signal);
    // A poll that was under way may have brought back an earlier state.
    pause.wake();
  };

  const lead = async (signal: AbortSignal) => {
    let failures = 0;
    while (!signal.aborted) {
      failures = await poll(signal).then(
        () => 0,
        () => failures + 1,
      );
      await pause.wait(pollPause({ hidden: !isVisible(), failures }, Math.random()), signal);
    }
  };

  const leadership = standForLeader({ name, locks: pageLocks(), end: end.signal }, lead);

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.is === 'tasks') {
      announced.add(data.announced);
      take(data.tasks);
      return;
    }
    if (!leadership.leads()) return;
    if (data.is === 'poll') pause.wake();
    else if (data.is === 'follow') void follow(data.id);
    // A hidden page shows no toast, so it gives the lead to a visible one.
    else if (data.visible && !isVisible()) leadership.yield();
    else share();
  };

  const visibilityChanged = () => {
    post({ is: 'here', visible: isVisible() });
    if (!isVisible() || !leadership.leads()) return;
    announceLatest();
    share();
    pause.wake();
  };
  document.addEventListener('visibilitychange', visibilityChanged);
  post({ is: 'here', visible: isVisible() });

  return {
    pollNow: () => (leadership.leads() ? pause.wake() : post({ is: 'poll' })),
    follow: (id) => (leadership.leads() ? void follow(id) : post({ is: 'follow', id })),
    stop: () => {
      document.removeEventListener('visibilitychange', visibilityChanged);
      end.abort();
      channel.close();
    },
  };
}

/** Announces tasks that deserve a toast and marks finished ones as seen on the server. */
function makeAnnouncer({ events, call }: Pick<StreamDeps, 'events' | 'call'>) {
  return (tasks: readonly Task[], announced: AnnouncedMarks) => {
    const { finished, open } = noticesOf(tasks, announced.marks, serverNow());
    announced.add([...finished.map(endMark), ...open.map(openMark)]);
    for (const task of open) events.emit('task-open', task);
    for (const task of finished) {
      events.emit('task-finished', task);
      const seen = { params: { id: task.id }, body: { notifyStatus: 1 as const } };
      // If this is lost, the next page that polls announces the task again, which is better than never.
      call(updateTask, seen, { quiet: true }).catch(() => undefined);
    }
  };
}

/** Storage may be forbidden: then a reload announces tasks again. */
function storageOrNone(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
