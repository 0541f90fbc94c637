import { addMime, setDefaultHomePage, setErrorPage } from '@sitedeck/contract';
import { planCall } from './planned';
import { makeStepRun, type Send, type StepState } from './run-steps';
import type { Step } from './steps';

const home: Step = {
  key: 'homePage',
  calls: [planCall(setDefaultHomePage, { body: { docs: ['a'] } })],
  facts: {},
};
const mime: Step = {
  key: 'mime',
  calls: ['a', 'b'].map((extension) => planCall(addMime, { body: { mimeType: 'x/y', extension } })),
  facts: {},
};
const nothing: Step = { key: 'redirects', calls: [], facts: {} };
const fault = Object.assign(new Error('扩展名已映射'), { code: '400', reason: 'bad-input' });

/** Answers calls one by one; each refusal happens once. */
function desk(refused: readonly string[] = []) {
  const requests: string[] = [];
  const left = new Set(refused);
  const send: Send = ({ def, input }) => {
    const line = `${def.path.split('/').at(-1)} ${JSON.stringify(input.body)}`;
    requests.push(line);
    const no = [...left].some((part) => line.includes(part) && left.delete(part));
    return no ? Promise.reject(fault) : Promise.resolve({ id: 3 });
  };
  return { requests, send };
}

function runOf(steps: readonly Step[], send: Send) {
  const states: StepState[] = steps.map(() => ({ is: 'normal' }));
  return { states, ...makeStepRun(steps, { send, report: (step, state) => (states[step] = state) }) };
}
const forever = new AbortController().signal;

it('runs step by step, and marks each as success at its end, also a step without calls', async () => {
  const { requests, send } = desk();
  const run = runOf([home, nothing, mime], send);
  expect(await run.go(forever)).toBe(true);
  expect(run.states).toEqual([{ is: 'success' }, { is: 'success' }, { is: 'success' }]);
  expect(requests).toHaveLength(3);
});

it('stops at a failed step and reports why; later steps are not started', async () => {
  const { send } = desk(['"b"']);
  const run = runOf([home, mime, nothing], send);
  expect(await run.go(forever)).toBe(false);
  expect(run.states).toEqual([
    { is: 'success' },
    { is: 'exception', reason: '扩展名已映射' },
    { is: 'normal' },
  ]);
});

it('resumes at the failed call, so that no call is made twice', async () => {
  const { requests, send } = desk(['"b"']);
  const run = runOf([home, mime], send);
  await run.go(forever);
  expect(await run.go(forever)).toBe(true);
  expect(requests.map((line) => line.split(' ')[0])).toEqual(['setDefaultHomePage', 'add', 'add', 'add']);
  expect(requests[2]).toBe(requests[3]);
});

it('makes the call that follows from a reply', async () => {
  const { requests, send } = desk();
  const then = (reply: unknown) => planCall(setErrorPage, { body: { content: JSON.stringify(reply) } });
  const step: Step = {
    key: 'rewrite',
    calls: [planCall(setDefaultHomePage, { body: { docs: ['a'] } }, then)],
    facts: {},
  };
  await runOf([step], send).go(forever);
  expect(requests[1]).toBe('set {"content":"{\\"id\\":3}"}');
});

it('stops between two calls on request', async () => {
  const stop = new AbortController();
  const send: Send = () => {
    stop.abort();
    return Promise.reject(new Error('aborted'));
  };
  const run = runOf([mime, home], send);
  expect(await run.go(stop.signal)).toBe(false);
  expect(run.states).toEqual([{ is: 'normal' }, { is: 'normal' }]);
});
