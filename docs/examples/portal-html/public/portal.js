const files = document.querySelector('sitedeck-remote');
const state = document.querySelector('#state');

/** Asked again whenever a token is over. */
files.getToken = async () => {
  const reply = await fetch('/token?remote=files', { method: 'POST', headers: { 'x-portal': '1' } });
  if (!reply.ok) throw new Error('signed out');
  return (await reply.json()).token;
};

for (const name of ['ready', 'error', 'navigate', 'task', 'dirty', 'auth-required']) {
  files.addEventListener(name, ({ detail }) => {
    state.textContent = `${name} ${JSON.stringify(detail)}`;
  });
}

document.querySelector('#theme').addEventListener('click', () => files.setAttribute('theme', 'dark'));
