// A jest transformer: jsdom lays nothing out, so a style sheet is an empty module there.
module.exports = { process: () => ({ code: 'module.exports = {};' }) };
