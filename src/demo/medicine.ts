/** What is treated and with what: real diseases and drug classes, the frame of invented drugs. */
export interface Indication {
  readonly area: string;
  readonly disease: string;
  readonly rare: boolean;
  readonly endpoint: string;
  /** Number of its group of diseases that the same drugs may treat. */
  readonly family: number;
  /** Mechanisms of the drugs against it, by modality. */
  readonly mechanisms: ReadonlyMap<string, readonly string[]>;
}

interface Modality {
  readonly drugType: string;
  /** Endings of the nonproprietary names of the class. */
  readonly stems: readonly string[];
  readonly biologic: boolean;
  /** How often it is chosen, against the others that fit a disease. */
  readonly share: number;
}

const modalities: readonly Modality[] = [
  {
    drugType: 'Small molecule',
    stems: ['tinib', 'ciclib', 'gliptin', 'rasib', 'stat'],
    biologic: false,
    share: 0.3,
  },
  { drugType: 'Monoclonal antibody', stems: ['mab', 'tamab', 'limab'], biologic: true, share: 0.2 },
  { drugType: 'ADCs', stems: ['mab vedotin', 'mab deruxtecan'], biologic: true, share: 0.1 },
  { drugType: 'Gene therapy', stems: ['gene parvovec'], biologic: true, share: 0.07 },
  { drugType: 'CAR-T', stems: ['cabtagene autoleucel', 'leucel'], biologic: true, share: 0.08 },
  { drugType: 'siRNA/RNAi', stems: ['siran'], biologic: false, share: 0.08 },
  { drugType: 'Antisense', stems: ['rsen'], biologic: false, share: 0.07 },
  { drugType: 'Peptide', stems: ['tide', 'glutide'], biologic: false, share: 0.1 },
  { drugType: 'Protein', stems: ['cept', 'alfa'], biologic: true, share: 0.06 },
  { drugType: 'Vaccine', stems: ['vac'], biologic: true, share: 0.06 },
];

/** Diseases that the same drugs may treat: their end point and, by modality, the mechanisms. */
interface Family {
  readonly area: string;
  readonly endpoint: string;
  readonly common: string;
  readonly rare: string;
  readonly mechanisms: Readonly<Record<string, string>>;
}

const tumour =
  'Progression-free survival (PFS) by blinded independent central review per RECIST v1.1';
const remission =
  'Proportion of participants with a complete response by blinded independent central review';
const hemoglobin =
  'Proportion of participants with a hemoglobin increase of at least 1 g/dL without transfusion';
const ratingScale = 'Change from baseline in the disease rating scale total score';
const responder = 'Proportion of participants achieving the responder index';
const easi = 'Proportion of participants with EASI-75 response';
const cure =
  'Proportion of participants with clinical and microbiological cure at the test-of-cure visit';
const biomarker = 'Percent change from baseline in the plasma concentration of the disease marker';
const heart = 'Time to first occurrence of cardiovascular death or heart failure event';
const exacerbations = 'Annualized rate of moderate or severe exacerbations';
const acuity = 'Change from baseline in best corrected visual acuity (ETDRS letters)';
const gut = 'Proportion of participants in clinical remission';

/**
 * Every therapeutic area, its diseases in groups that share their biology. A disease is treated
 * with the modalities of its group only, each by one of its mechanisms.
 */
const families: readonly Family[] = [
  {
    area: 'Oncology',
    endpoint: tumour,
    common:
      'Non-Small Cell Lung Cancer;Metastatic Breast Cancer;Metastatic Castration-Resistant ' +
      'Prostate Cancer;Colorectal Cancer;Hepatocellular Carcinoma',
    rare: 'Glioblastoma;Pancreatic Ductal Adenocarcinoma;Uveal Melanoma;Cholangiocarcinoma',
    mechanisms: {
      'Small molecule':
        'KRAS G12D inhibitor;CDK2 inhibitor;PRMT5 inhibitor;Aurora A kinase inhibitor',
      'Monoclonal antibody':
        'PD-1/VEGF bispecific antibody;TIGIT-blocking antibody;B7-H3×CD3 bispecific antibody',
      ADCs: 'TROP2-directed ADC;HER3-directed ADC;B7-H3-directed ADC',
      'CAR-T': 'B7-H3-directed CAR-T;IL-13Rα2-directed CAR-T',
      Protein: 'IL-15 superagonist',
      Vaccine: 'neoantigen mRNA vaccine',
    },
  },
  {
    area: 'Oncology',
    endpoint: remission,
    common: '',
    rare: 'Diffuse Large B-Cell Lymphoma;Acute Myeloid Leukemia',
    mechanisms: {
      'Small molecule': 'BCL-2 inhibitor;CDK9 inhibitor;IRAK4 degrader',
      'Monoclonal antibody': 'CD47-blocking antibody;CD70-directed antibody',
      ADCs: 'CD37-directed ADC;ROR1-directed ADC',
      'CAR-T': 'CD70-directed CAR-T;ROR1-directed CAR-T',
    },
  },
  {
    area: 'Hematology',
    endpoint: hemoglobin,
    common: 'Iron Deficiency Anemia',
    rare: '',
    mechanisms: {
      'Small molecule': 'HIF prolyl hydroxylase inhibitor',
      'Monoclonal antibody': 'hemojuvelin-blocking antibody',
      'siRNA/RNAi': 'TMPRSS6 siRNA',
    },
  },
  {
    area: 'Hematology',
    endpoint: hemoglobin,
    common: '',
    rare: 'Sickle Cell Disease;Beta-Thalassemia',
    mechanisms: {
      'Small molecule': 'pyruvate kinase activator;LSD1 inhibitor;fetal hemoglobin inducer',
      'Gene therapy': 'beta-globin gene therapy',
      Protein: 'activin receptor ligand trap',
    },
  },
  {
    area: 'Hematology',
    endpoint: 'Annualized rate of treated bleeding events over the efficacy period',
    common: '',
    rare: 'Hemophilia A',
    mechanisms: {
      'Small molecule': 'activated protein C inhibitor',
      'Monoclonal antibody': 'TFPI-blocking antibody',
      'Gene therapy': 'factor VIII gene therapy',
      'siRNA/RNAi': 'antithrombin siRNA',
      Protein: 'extended half-life recombinant clotting factor',
    },
  },
  {
    area: 'Hematology',
    endpoint: 'Proportion of participants with a durable platelet response without rescue therapy',
    common: '',
    rare: 'Immune Thrombocytopenia',
    mechanisms: {
      'Small molecule': 'BTK inhibitor;SYK inhibitor',
      'Monoclonal antibody': 'FcRn blocker',
      Peptide: 'thrombopoietin receptor agonist peptide',
    },
  },
  {
    area: 'Hematology',
    endpoint: hemoglobin,
    common: '',
    rare: 'Paroxysmal Nocturnal Hemoglobinuria',
    mechanisms: {
      'Small molecule': 'factor B inhibitor;factor D inhibitor',
      'Monoclonal antibody': 'C5-blocking antibody',
      'siRNA/RNAi': 'C5 siRNA',
      Peptide: 'C3-inhibiting peptide',
    },
  },
  {
    area: 'Neurology',
    endpoint: ratingScale,
    common: "Alzheimer's Disease;Parkinson's Disease",
    rare: 'Amyotrophic Lateral Sclerosis;Huntington Disease',
    mechanisms: {
      'Small molecule': 'RIPK1 inhibitor;NLRP3 inhibitor;sigma-1 receptor agonist',
      'Monoclonal antibody': 'TREM2 agonist antibody;sortilin-blocking antibody',
      'Gene therapy': 'GDNF gene therapy',
      'siRNA/RNAi': 'tau siRNA',
      Antisense: 'tau antisense oligonucleotide',
    },
  },
  {
    area: 'Neurology',
    endpoint: 'Change from baseline in the mean number of monthly migraine days',
    common: 'Migraine',
    rare: '',
    mechanisms: {
      'Small molecule': 'CGRP receptor antagonist;orexin receptor antagonist',
      'Monoclonal antibody': 'PACAP-blocking antibody',
      Peptide: 'amylin receptor antagonist peptide',
    },
  },
  {
    area: 'Neurology',
    endpoint: 'Annualized relapse rate or confirmed disability progression, adjudicated',
    common: 'Multiple Sclerosis',
    rare: '',
    mechanisms: {
      'Small molecule': 'brain-penetrant BTK inhibitor;S1P receptor modulator',
      'Monoclonal antibody': 'CD40L-blocking antibody',
      'CAR-T': 'CD19-directed CAR-T',
    },
  },
  {
    area: 'Neurology',
    endpoint: 'Percent change from baseline in monthly countable seizure frequency',
    common: '',
    rare: 'Dravet Syndrome;Rett Syndrome',
    mechanisms: {
      'Small molecule': 'Kv7 channel opener;5-HT2C receptor agonist',
      'Gene therapy': 'AAV9 gene replacement therapy',
      Antisense: 'sodium channel antisense oligonucleotide',
    },
  },
  {
    area: 'Neurology',
    endpoint: 'Change from baseline in the motor function scale total score',
    common: '',
    rare: 'Spinal Muscular Atrophy;Duchenne Muscular Dystrophy',
    mechanisms: {
      'Small molecule': 'fast skeletal muscle troponin activator;RNA splicing modifier',
      'Monoclonal antibody': 'myostatin-blocking antibody',
      'Gene therapy': 'AAV9 gene replacement therapy',
      Antisense: 'splice-switching antisense oligonucleotide',
    },
  },
  {
    area: 'Autoimmune',
    endpoint: responder,
    common: 'Rheumatoid Arthritis;Plaque Psoriasis;Hidradenitis Suppurativa',
    rare: '',
    mechanisms: {
      'Small molecule': 'TYK2 inhibitor;IRAK4 degrader;oral IL-17 inhibitor',
      'Monoclonal antibody': 'IL-17A/F-blocking antibody;IL-23-blocking antibody',
      Peptide: 'IL-23 receptor antagonist peptide',
      Protein: 'TNF receptor fusion protein',
    },
  },
  {
    area: 'Autoimmune',
    endpoint: responder,
    common: 'Systemic Lupus Erythematosus',
    rare: 'Myasthenia Gravis;Pemphigus Vulgaris',
    mechanisms: {
      'Small molecule': 'BTK degrader;iRhom2 inhibitor',
      'Monoclonal antibody': 'FcRn blocker;CD19-directed antibody',
      'CAR-T': 'CD19-directed CAR-T;BCMA-directed CAR-T',
      Protein: 'BAFF/APRIL dual antagonist',
    },
  },
  {
    area: 'Allergy',
    endpoint: easi,
    common: 'Atopic Dermatitis;Chronic Spontaneous Urticaria',
    rare: 'Eosinophilic Esophagitis',
    mechanisms: {
      'Small molecule': 'STAT6 degrader;BTK inhibitor;MRGPRX2 antagonist',
      'Monoclonal antibody': 'IL-4Rα-blocking antibody;TSLP-blocking antibody',
    },
  },
  {
    area: 'Allergy',
    endpoint: 'Proportion of participants tolerating 1000 mg of protein in a food challenge',
    common: 'Peanut Allergy',
    rare: '',
    mechanisms: {
      'Monoclonal antibody': 'IgE-blocking antibody',
      Peptide: 'allergen peptide immunotherapy',
      Vaccine: 'virus-like particle allergy vaccine',
    },
  },
  {
    area: 'Infectious disease',
    endpoint: 'Proportion of participants with sustained loss of the virus after end of treatment',
    common: 'Chronic Hepatitis B',
    rare: '',
    mechanisms: {
      'Small molecule': 'capsid assembly modulator',
      'Monoclonal antibody': 'HBV surface antigen-directed antibody',
      'siRNA/RNAi': 'HBV siRNA',
      Antisense: 'HBV antisense oligonucleotide',
      Vaccine: 'therapeutic HBV vaccine',
    },
  },
  {
    area: 'Infectious disease',
    endpoint: 'Time to sustained resolution of symptoms, adjudicated in the infected population',
    common: 'Respiratory Syncytial Virus Infection;Influenza',
    rare: '',
    mechanisms: {
      'Small molecule': 'viral polymerase inhibitor;viral fusion inhibitor',
      'Monoclonal antibody': 'viral surface protein-neutralizing antibody',
      Vaccine: 'mRNA vaccine;adjuvanted subunit vaccine',
    },
  },
  {
    area: 'Infectious disease',
    endpoint: cure,
    common: 'Complicated Urinary Tract Infection',
    rare: '',
    mechanisms: {
      'Small molecule': 'beta-lactamase inhibitor combination;DNA gyrase inhibitor',
      Peptide: 'outer membrane-targeting peptide antibiotic',
    },
  },
  {
    area: 'Infectious disease',
    endpoint: cure,
    common: '',
    rare: 'Invasive Aspergillosis',
    mechanisms: {
      'Small molecule': 'fungal DHODH inhibitor;Gwt1 inhibitor',
      Peptide: 'long-acting echinocandin',
    },
  },
  {
    area: 'Metabolic',
    endpoint: 'Percent change from baseline in body weight at the end of treatment',
    common: 'Obesity',
    rare: '',
    mechanisms: {
      'Small molecule': 'oral GLP-1 receptor agonist',
      'Monoclonal antibody': 'activin receptor-blocking antibody',
      'siRNA/RNAi': 'INHBE siRNA',
      Peptide: 'GLP-1/GIP receptor agonist;amylin analogue',
    },
  },
  {
    area: 'Metabolic',
    endpoint: 'Percent change from baseline in liver fat content by MRI-PDFF',
    common: 'Metabolic Dysfunction-Associated Steatohepatitis',
    rare: '',
    mechanisms: {
      'Small molecule': 'FXR agonist;THR-β agonist',
      'siRNA/RNAi': 'HSD17B13 siRNA',
      Peptide: 'GLP-1/glucagon receptor agonist',
      Protein: 'FGF21 analogue',
    },
  },
  {
    area: 'Metabolic',
    endpoint: biomarker,
    common: '',
    rare: 'Fabry Disease;Pompe Disease',
    mechanisms: {
      'Small molecule': 'pharmacological chaperone;substrate reduction therapy',
      'Gene therapy': 'AAV enzyme gene therapy',
      Protein: 'enzyme replacement therapy',
    },
  },
  {
    area: 'Metabolic',
    endpoint: biomarker,
    common: '',
    rare: 'Phenylketonuria',
    mechanisms: {
      'Small molecule': 'SLC6A19 inhibitor;phenylalanine hydroxylase activator',
      'Gene therapy': 'phenylalanine hydroxylase gene therapy',
      Protein: 'pegylated phenylalanine ammonia lyase',
    },
  },
  {
    area: 'Endocrine',
    endpoint: 'Change from baseline in HbA1c (%)',
    common: 'Type 2 Diabetes Mellitus',
    rare: '',
    mechanisms: {
      'Small molecule': 'oral GLP-1 receptor agonist;glucokinase activator;SGLT2 inhibitor',
      Peptide: 'GLP-1/GIP receptor agonist;weekly insulin analogue',
    },
  },
  {
    area: 'Endocrine',
    endpoint: 'Percent change from baseline in lumbar spine bone mineral density',
    common: 'Osteoporosis',
    rare: '',
    mechanisms: {
      'Small molecule': 'oral PTH receptor agonist',
      'Monoclonal antibody': 'sclerostin-blocking antibody',
      Peptide: 'PTHrP analogue',
    },
  },
  {
    area: 'Endocrine',
    endpoint: 'Percent change from baseline in the daily dose of glucocorticoids',
    common: '',
    rare: 'Congenital Adrenal Hyperplasia',
    mechanisms: {
      'Small molecule': 'CRF1 receptor antagonist;MC2R antagonist',
      'Monoclonal antibody': 'ACTH-blocking antibody',
    },
  },
  {
    area: 'Endocrine',
    endpoint:
      'Proportion of participants with insulin-like growth factor 1 within its normal range',
    common: '',
    rare: 'Acromegaly',
    mechanisms: {
      'Small molecule': 'somatostatin receptor 2 agonist',
      Antisense: 'growth hormone receptor antisense oligonucleotide',
      Peptide: 'long-acting somatostatin analogue',
    },
  },
  {
    area: 'Endocrine',
    endpoint: 'Change from baseline in annualized growth velocity (cm per year)',
    common: '',
    rare: 'Achondroplasia',
    mechanisms: {
      'Small molecule': 'FGFR3 inhibitor',
      Peptide: 'C-type natriuretic peptide analogue',
      Protein: 'soluble FGFR3 decoy',
    },
  },
  {
    area: 'Cardiovascular',
    endpoint: heart,
    common: 'Heart Failure',
    rare: 'Hypertrophic Cardiomyopathy',
    mechanisms: {
      'Small molecule': 'cardiac myosin modulator;SGLT1/2 inhibitor',
      'Gene therapy': 'AAV cardiac gene therapy',
      Antisense: 'phospholamban antisense oligonucleotide',
      Peptide: 'relaxin receptor agonist',
    },
  },
  {
    area: 'Cardiovascular',
    endpoint: 'Change from baseline in the systolic blood pressure or pulmonary resistance',
    common: 'Hypertension',
    rare: 'Pulmonary Arterial Hypertension',
    mechanisms: {
      'Small molecule': 'soluble guanylate cyclase stimulator;endothelin A receptor antagonist',
      'Monoclonal antibody': 'natriuretic peptide receptor 1 agonist antibody',
    },
  },
  {
    area: 'Cardiovascular',
    endpoint: 'Percent change from baseline in LDL cholesterol or apolipoprotein B',
    common: 'Hypercholesterolemia',
    rare: '',
    mechanisms: {
      'Small molecule': 'oral PCSK9 inhibitor;CETP inhibitor',
      'Monoclonal antibody': 'PCSK9-blocking antibody;ANGPTL3-blocking antibody',
      'siRNA/RNAi': 'PCSK9 siRNA;LPA siRNA',
      Antisense: 'APOC3 antisense oligonucleotide',
    },
  },
  {
    area: 'Cardiovascular',
    endpoint: heart,
    common: '',
    rare: 'Transthyretin Amyloid Cardiomyopathy',
    mechanisms: {
      'Small molecule': 'transthyretin stabilizer',
      'Monoclonal antibody': 'amyloid-depleting antibody',
      'siRNA/RNAi': 'transthyretin siRNA',
      Antisense: 'transthyretin antisense oligonucleotide',
    },
  },
  {
    area: 'Respiratory',
    endpoint: exacerbations,
    common: 'Asthma;Chronic Obstructive Pulmonary Disease',
    rare: '',
    mechanisms: {
      'Small molecule': 'PDE3/4 inhibitor;DPP1 inhibitor',
      'Monoclonal antibody': 'TSLP-blocking antibody;IL-33-blocking antibody',
      'siRNA/RNAi': 'inhaled TSLP siRNA',
    },
  },
  {
    area: 'Respiratory',
    endpoint: 'Change from baseline in forced vital capacity (mL) over the treatment period',
    common: '',
    rare: 'Idiopathic Pulmonary Fibrosis',
    mechanisms: {
      'Small molecule': 'LPA1 receptor antagonist;αvβ6 integrin inhibitor',
      'siRNA/RNAi': 'inhaled MMP7 siRNA',
    },
  },
  {
    area: 'Respiratory',
    endpoint: 'Absolute change from baseline in percent predicted FEV1',
    common: '',
    rare: 'Cystic Fibrosis',
    mechanisms: {
      'Small molecule': 'CFTR modulator;ENaC inhibitor',
      'Gene therapy': 'inhaled CFTR gene therapy',
      Protein: 'inhaled DNase analogue',
    },
  },
  {
    area: 'Ophthalmology',
    endpoint: acuity,
    common: 'Neovascular Age-Related Macular Degeneration;Diabetic Macular Edema',
    rare: '',
    mechanisms: {
      'Small molecule': 'VEGF receptor kinase inhibitor implant',
      'Monoclonal antibody': 'VEGF-A/Ang-2 bispecific antibody',
      'Gene therapy': 'anti-VEGF gene therapy',
      Protein: 'VEGF-A trap',
    },
  },
  {
    area: 'Ophthalmology',
    endpoint: 'Change from baseline in the eye dryness score and the Schirmer test',
    common: 'Dry Eye Disease',
    rare: '',
    mechanisms: {
      'Small molecule': 'TRPM8 agonist;LFA-1 antagonist',
      Peptide: 'melanocortin receptor agonist peptide',
      Protein: 'recombinant lubricin',
    },
  },
  {
    area: 'Ophthalmology',
    endpoint: 'Rate of growth of the lesion area by fundus autofluorescence',
    common: 'Geographic Atrophy',
    rare: 'Retinitis Pigmentosa;Stargardt Disease',
    mechanisms: {
      'Small molecule': 'RBP4 antagonist;visual cycle modulator',
      'Gene therapy': 'optogenetic gene therapy;photoreceptor survival gene therapy',
      Peptide: 'mitochondria-protecting peptide',
    },
  },
  {
    area: 'Gastroenterology',
    endpoint: gut,
    common: 'Ulcerative Colitis',
    rare: '',
    mechanisms: {
      'Small molecule': 'S1P receptor modulator;NLRP3 inhibitor;oral α4β7 integrin inhibitor',
      'Monoclonal antibody': 'TL1A-blocking antibody;IL-23-blocking antibody',
      Peptide: 'IL-23 receptor antagonist peptide',
    },
  },
  {
    area: 'Gastroenterology',
    endpoint: 'Proportion of participants with a weekly response in pain and stool frequency',
    common: 'Irritable Bowel Syndrome',
    rare: '',
    mechanisms: {
      'Small molecule': '5-HT4 receptor agonist;bile acid transporter inhibitor',
      Peptide: 'guanylate cyclase-C agonist',
    },
  },
  {
    area: 'Gastroenterology',
    endpoint: 'Change from baseline in the weekly volume of parenteral support',
    common: '',
    rare: 'Short Bowel Syndrome',
    mechanisms: {
      Peptide: 'GLP-2 receptor agonist',
      Protein: 'GLP-2 fusion protein',
    },
  },
  {
    area: 'Gastroenterology',
    endpoint: 'Proportion of participants with a biochemical response in alkaline phosphatase',
    common: '',
    rare: 'Primary Biliary Cholangitis',
    mechanisms: {
      'Small molecule': 'PPARδ agonist;FXR agonist;ileal bile acid transporter inhibitor',
    },
  },
  {
    area: 'Psychiatry',
    endpoint: 'Change from baseline in the MADRS total score',
    common: 'Major Depressive Disorder',
    rare: 'Postpartum Depression',
    mechanisms: {
      'Small molecule':
        'GABA-A receptor modulator;NMDA receptor antagonist;κ-opioid receptor antagonist',
    },
  },
  {
    area: 'Psychiatry',
    endpoint: 'Change from baseline in the PANSS total score at the end of treatment',
    common: 'Schizophrenia',
    rare: '',
    mechanisms: {
      'Small molecule': 'M1/M4 muscarinic agonist;TAAR1 agonist;GlyT1 inhibitor',
    },
  },
  {
    area: 'Psychiatry',
    endpoint: 'Change from baseline in the number of binge eating days per week',
    common: 'Binge Eating Disorder',
    rare: '',
    mechanisms: {
      'Small molecule': 'dopamine reuptake inhibitor;orexin-1 receptor antagonist',
      Peptide: 'amylin analogue',
    },
  },
  {
    area: 'Urology',
    endpoint: 'Change from baseline in the number of micturitions per 24 hours',
    common: 'Overactive Bladder',
    rare: '',
    mechanisms: {
      'Small molecule': 'β3-adrenergic receptor agonist;P2X3 receptor antagonist',
      Protein: 'botulinum neurotoxin',
    },
  },
  {
    area: 'Urology',
    endpoint: 'Percent change from baseline in 24-hour urinary oxalate excretion',
    common: '',
    rare: 'Primary Hyperoxaluria',
    mechanisms: {
      'Small molecule': 'LDHA inhibitor;glycolate oxidase inhibitor',
      'siRNA/RNAi': 'glycolate oxidase siRNA;LDHA siRNA',
      Protein: 'oxalate-degrading enzyme',
    },
  },
  {
    area: 'Others',
    endpoint: 'Change from baseline in the average daily pain intensity score',
    common: 'Chronic Low Back Pain',
    rare: '',
    mechanisms: {
      'Small molecule': 'NaV1.8 channel blocker;TRPV1 antagonist',
      'Monoclonal antibody': 'NGF-blocking antibody',
    },
  },
  {
    area: 'Others',
    endpoint: 'Change from baseline in the estimated glomerular filtration rate slope',
    common: 'Chronic Kidney Disease',
    rare: '',
    mechanisms: {
      'Small molecule': 'aldosterone synthase inhibitor;soluble guanylate cyclase activator',
      'siRNA/RNAi': 'angiotensinogen siRNA',
    },
  },
  {
    area: 'Others',
    endpoint: 'Percent change from baseline in 24-hour urine protein-to-creatinine ratio',
    common: '',
    rare: 'IgA Nephropathy',
    mechanisms: {
      'Small molecule': 'endothelin A receptor antagonist;factor B inhibitor',
      'Monoclonal antibody': 'APRIL-blocking antibody',
      'siRNA/RNAi': 'complement C5 siRNA',
      Protein: 'BAFF/APRIL dual antagonist',
    },
  },
];

const listed = (text: string) => (text === '' ? [] : text.split(';'));

export const indications: readonly Indication[] = families.flatMap((family, at) => {
  const { area, endpoint } = family;
  const mechanisms = new Map(
    Object.entries(family.mechanisms).map(([type, text]) => [type, text.split(';')]),
  );
  const one = (rare: boolean) => (disease: string) => ({
    area,
    disease,
    rare,
    endpoint,
    family: at,
    mechanisms,
  });
  return [...listed(family.common).map(one(false)), ...listed(family.rare).map(one(true))];
});

/** The modality that a share (0–1) of those of an indication stands for, by their frequency. */
export function modalityAt(share: number, { mechanisms }: Indication): Modality {
  const fitting = modalities.filter(({ drugType }) => mechanisms.has(drugType));
  let left = share * fitting.reduce((sum, one) => sum + one.share, 0);
  for (const modality of fitting) {
    left -= modality.share;
    if (left < 0) return modality;
  }
  return fitting[0]!;
}
