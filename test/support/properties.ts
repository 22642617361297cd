import fc from 'fast-check';

// Property tests use a fixed seed. `npm run acceptance` uses a random seed and prints it.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_260_310) });

export default fc;
