import { CallTimes } from './call-times';

it('counts each call in the bucket of its duration and in every larger one', () => {
  const times = new CallTimes();
  for (const seconds of [0.001, 0.002, 0.1, 60]) times.add('currentHostInfo', seconds);
  times.add('login', 0.3);
  const lines = times.text().split('\n');
  expect(lines).toContain('# TYPE sitedeck_call_seconds histogram');
  expect(lines.filter((line) => line.includes('currentHostInfo'))).toEqual([
    'sitedeck_call_seconds_bucket{call="currentHostInfo",le="0.002"} 2',
    'sitedeck_call_seconds_bucket{call="currentHostInfo",le="0.01"} 2',
    'sitedeck_call_seconds_bucket{call="currentHostInfo",le="0.05"} 2',
    'sitedeck_call_seconds_bucket{call="currentHostInfo",le="0.2"} 3',
    'sitedeck_call_seconds_bucket{call="currentHostInfo",le="1"} 3',
    'sitedeck_call_seconds_bucket{call="currentHostInfo",le="5"} 3',
    'sitedeck_call_seconds_bucket{call="currentHostInfo",le="30"} 3',
    'sitedeck_call_seconds_bucket{call="currentHostInfo",le="+Inf"} 4',
    'sitedeck_call_seconds_sum{call="currentHostInfo"} 60.103',
    'sitedeck_call_seconds_count{call="currentHostInfo"} 4',
  ]);
  expect(lines).toContain('sitedeck_call_seconds_count{call="login"} 1');
});
