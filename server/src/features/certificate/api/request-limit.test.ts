import { limitRequests } from './request-limit';

it('refuses only the host that exceeds its requests per hour', () => {
  let minute = 0;
  const count = limitRequests(2, () => minute * 60_000);
  count('vh1');
  minute = 20;
  count('vh1');
  expect(() => count('vh1')).toThrow('too-many-attempts');
  count('vh2');
  minute = 61;
  count('vh1');
  expect(() => count('vh1')).toThrow('too-many-attempts');
});
