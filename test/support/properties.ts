import fc from 'fast-check';

// A test says the same every time; `npm run acceptance` draws a seed of its own and prints it.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_260_310) });

export default fc;
