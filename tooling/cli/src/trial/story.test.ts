import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStory, replyTo, storyFindings, type Story } from './story';

const story: Story = {
  replies: {
    'GET /api/task/queryList/{hostCode}': [],
    'POST /api/task/queryPage/{hostCode}/{page}/{size}': {},
  },
  shows: {},
};

it('finds the reply by the method and path of the contract', () => {
  expect(replyTo(story, 'GET', '/api/task/queryList/vh10001')).toEqual([]);
  expect(replyTo(story, 'POST', '/api/task/queryList/vh10001')).toBeUndefined();
  expect(replyTo(story, 'GET', '/api/task/queryList/vh10001/more')).toBeUndefined();
});

it('checks replies against the contract', () => {
  const [finding, ...others] = storyFindings(story);
  expect(finding).toContain('records');
  expect(others).toEqual([]);
  expect(storyFindings({ replies: { 'GET /api/nothing': {} }, shows: {} })).toEqual([
    'story: the contract has no call GET /api/nothing',
  ]);
});

it('starts a new remote with replies that the server would give', () => {
  const template = readFileSync(join(__dirname, '../../template/story/replies.json.template'), 'utf8');
  expect(storyFindings(JSON.parse(template) as Story)).toEqual([]);
});

it('answers the calls of every console like the server', () => {
  expect(storyFindings(readStory(join(__dirname, 'a remote without a story')))).toEqual([]);
});
